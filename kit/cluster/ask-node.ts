import { Agent, request } from "node:http";
import type { Host } from "#kit/host/host.ts";
import { toHex } from "#kit/std/bytes.ts";
import { isSignedAnswer, signAsk } from "./signed-ask.ts";

/** What came of an ask. */
export type AskResult =
  | { readonly kind: "answered"; readonly status: number; readonly body: unknown }
  /** The node was not reached, or refused before it did anything. */
  | { readonly kind: "not_done"; readonly reason: string }
  /** It may have been done. */
  | { readonly kind: "unknown"; readonly reason: string };

export interface AskTarget {
  readonly node: string;
  readonly address: string;
}

export interface NodeAsker {
  ask(target: AskTarget, path: string, body: object, withinMs: number): Promise<AskResult>;
  close(): void;
}

const largestAnswer = 4 * 1024 * 1024;
const notReached: ReadonlySet<string> = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND"]);

/** Asks other nodes over their internal listeners; connections are kept. */
export function createNodeAsker(
  { clock, random }: Pick<Host, "clock" | "random">,
  from: string,
  secret: string,
): NodeAsker {
  const agent = new Agent({ keepAlive: true, maxSockets: 256, maxFreeSockets: 64, scheduling: "lifo" });
  return {
    ask(target, path, content, withinMs) {
      const body = JSON.stringify(content);
      const nonce = toHex(random.bytes(16));
      const headers = signAsk(secret, { from, to: target.node, path, body, nonce, atMs: clock.now() });
      return new Promise(resolve => {
        const outgoing = request(`${target.address}${path}`, { method: "POST", agent, headers }, response => {
          const pieces: Buffer[] = [];
          let length = 0;
          response.on("data", (piece: Buffer) => {
            length += piece.length;
            if (length > largestAnswer) outgoing.destroy(new Error("the answer is too large"));
            else pieces.push(piece);
          });
          response.on("error", () => end({ kind: "unknown", reason: "the answer broke off" }));
          response.on("end", () => {
            const text = Buffer.concat(pieces).toString();
            end(resultOf(response.statusCode ?? 0, text, response.headers["x-cluster-signature"]));
          });
        });
        const cancel = clock.after(withinMs, () => {
          end({ kind: "unknown", reason: "no answer in time" });
          outgoing.destroy();
        });
        const end = (result: AskResult) => {
          cancel();
          resolve(result);
        };
        outgoing.on("error", (error: NodeJS.ErrnoException) => {
          const kind = notReached.has(error.code ?? "") ? "not_done" : "unknown";
          end({ kind, reason: error.message });
        });
        outgoing.end(body);
      });

      function resultOf(status: number, text: string, signature: unknown): AskResult {
        const askSignature = headers["x-cluster-signature"] ?? "";
        if (isSignedAnswer(secret, askSignature, text, signature))
          return { kind: "answered", status, body: JSON.parse(text) };
        // Refused asks are not signed: the listener had not looked further. Anything else decides nothing.
        const isRefusal = status >= 400 && status < 500;
        return isRefusal
          ? { kind: "not_done", reason: `refused: ${status} ${text.trim().slice(0, 40)}` }
          : { kind: "unknown", reason: `an unsigned answer with status ${status}` };
      }
    },
    close: () => agent.destroy(),
  };
}
