import { createConnection } from "node:net";
import type { Host } from "#kit/host/host.ts";
import type { Scanner } from "../../server/scanner.ts";

const scanMs = 30_000;
const probeMs = 5_000;
const pieceBytes = 64 * 1024;
/** An answer of the daemon is one line. */
const longestAnswer = 4096;

/** ClamAV's daemon at SCANNER_URL, `tcp://host:port`, by its INSTREAM command (clamd(8)). */
export function clamd(host: Pick<Host, "config">): Scanner | undefined {
  const { SCANNER_URL: address } = host.config;
  if (address === undefined) return undefined;
  const { hostname, port } = new URL(address);
  const at = { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) };
  return {
    async scan(content) {
      const answer = await ask(at, instream(content), scanMs);
      if (answer === "stream: OK") return "clean";
      if (/^stream: .+ FOUND$/.test(answer)) return "bad";
      throw new Error(`the scanner answered: ${answer.slice(0, 200)}`);
    },
    async probe() {
      const answer = await ask(at, Buffer.from("zPING\0"), probeMs);
      if (answer !== "PONG") throw new Error("the scanner did not answer a ping");
    },
  };
}

/** Pieces with their length before them; a length of zero ends the file. */
function instream(content: Uint8Array): Buffer {
  const parts: Uint8Array[] = [Buffer.from("zINSTREAM\0")];
  for (let from = 0; from < content.length; from += pieceBytes) {
    const piece = content.subarray(from, from + pieceBytes);
    parts.push(lengthOf(piece.length), piece);
  }
  return Buffer.concat([...parts, lengthOf(0)]);
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

/** One command over one connection; the answer ends with a zero byte. */
function ask(
  at: { readonly host: string; readonly port: number },
  command: Buffer,
  timeoutMs: number,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(at);
    let answer = "";
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error("the scanner did not answer in time")));
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("the scanner closed the connection without an answer")));
    socket.on("data", piece => {
      answer += piece.toString("latin1");
      const end = answer.indexOf("\0");
      if (end === -1 && answer.length <= longestAnswer) return;
      resolve(end === -1 ? answer : answer.slice(0, end));
      socket.destroy();
    });
    socket.write(command);
  });
}
