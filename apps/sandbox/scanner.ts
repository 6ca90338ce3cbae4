import { createServer, type Server, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** The EICAR test file (eicar.org), in two parts so that this file is none. */
const eicar = Buffer.from(["X5O!P%@AP[4\\PZX54(P^)7CC)7}$", "EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join(""));
const largestStream = 26_214_400;

/** A stand-in for ClamAV's daemon: `zPING` and `zINSTREAM`; it knows one signature. */
export function createScanner(): Server {
  return createServer(socket => {
    socket.setTimeout(30_000, () => socket.destroy());
    socket.on("error", () => undefined);
    let received = Buffer.alloc(0);
    socket.on("data", piece => {
      received = Buffer.concat([received, piece]);
      const answer = answerTo(received);
      if (answer !== undefined) socket.end(`${answer}\0`);
    });
  });
}

/** Undefined until the command is whole. */
function answerTo(received: Buffer): string | undefined {
  const end = received.indexOf(0);
  if (end === -1) return received.length > 100 ? "UNKNOWN COMMAND" : undefined;
  const command = received.subarray(0, end).toString("latin1");
  if (command === "zPING") return "PONG";
  if (command !== "zINSTREAM") return "UNKNOWN COMMAND";
  if (received.length > largestStream) return "INSTREAM size limit exceeded. ERROR";
  const content = contentOf(received.subarray(end + 1));
  return content && (content.includes(eicar) ? "stream: Eicar-Signature FOUND" : "stream: OK");
}

/** The pieces of a stream, joined; undefined until the empty one has arrived. */
function contentOf(stream: Buffer): Buffer | undefined {
  const pieces: Buffer[] = [];
  for (let at = 0; at + 4 <= stream.length; ) {
    const length = stream.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(stream.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

/** Loopback only, like the mail server. */
export function mountScanner(app: FastifyInstance, port: number): void {
  const server = createScanner();
  const open = new Set<Socket>();
  server.on("connection", socket => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  app.addHook("onListen", () => new Promise<void>(resolve => server.listen(port, "127.0.0.1", resolve)));
  app.addHook("onClose", () => {
    for (const socket of open) socket.destroy();
    return new Promise<void>(resolve => server.close(() => resolve()));
  });
}
