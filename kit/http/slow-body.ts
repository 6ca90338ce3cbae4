import type { IncomingMessage } from "node:http";
import type { Clock } from "#kit/host/host.ts";

/** The slowest line on which a large body is received to its end: 128 kbit/s. */
export const slowestBytesPerSecond = 16 * 1024;

/** What is read of a request whose body is timed. */
type Timed = Pick<IncomingMessage, "complete" | "headers"> & {
  once(event: "close", done: () => void): unknown;
  readonly socket: Pick<IncomingMessage["socket"], "bytesRead" | "destroy">;
};

/**
 * Closes the connection of a request that is not complete after `timeoutMs`, unless its body arrives at the slowest rate that is
 * accepted: then it has as long again. A file on a slow line arrives; a connection that is only kept open does not last.
 */
export function timeBody(request: Timed, clock: Pick<Clock, "after">, timeoutMs: number): void {
  const { headers, socket } = request;
  const length = headers["content-length"];
  if ((length === undefined || length === "0") && headers["transfer-encoding"] === undefined) return;
  const enough = (slowestBytesPerSecond * timeoutMs) / 1000;
  let cancel = () => {};
  const watch = (before: number) => {
    cancel = clock.after(timeoutMs, () => {
      if (request.complete) return;
      if (socket.bytesRead - before < enough) socket.destroy();
      else watch(socket.bytesRead);
    });
  };
  watch(socket.bytesRead);
  request.once("close", () => cancel());
}
