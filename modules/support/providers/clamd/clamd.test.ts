import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { clamd } from "./index.ts";

/** The scanner's client, with a daemon that gives prepared answers. */

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/** A daemon that answers once a command of `bytes` bytes has arrived. */
async function daemon(answer: string | null, bytes: number) {
  const received: Buffer[] = [];
  const server = createServer((socket: Socket) => {
    socket.on("error", () => undefined);
    socket.on("data", piece => {
      received.push(piece);
      if (Buffer.concat(received).length < bytes) return;
      if (answer === null) socket.destroy();
      else socket.end(`${answer}\0`);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  opened.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const scanner = clamd({ config: { SCANNER_URL: `tcp://127.0.0.1:${port}` } as never });
  return { scanner, received: () => Buffer.concat(received) };
}

const file = Buffer.alloc(70_000, 7);
/** The command, two pieces with their lengths, the end. */
const command = 10 + 4 + 65_536 + 4 + (70_000 - 65_536) + 4;

test("a file is sent in pieces with their lengths, and the answer is read", async () => {
  const { scanner, received } = await daemon("stream: OK", command);
  expect(await scanner?.scan(file)).toBe("clean");
  const sent = received();
  expect(sent.length).toBe(command);
  expect(sent.subarray(0, 10).toString()).toBe("zINSTREAM\0");
  expect([sent.readUInt32BE(10), sent.readUInt32BE(14 + 65_536), sent.readUInt32BE(command - 4)]).toEqual([
    65_536,
    70_000 - 65_536,
    0,
  ]);
});

test("a found signature is bad; an error, an unknown answer and a lost connection are no result", async () => {
  const scanned = async (answer: string | null) => (await daemon(answer, command)).scanner?.scan(file);
  expect(await scanned("stream: Eicar-Signature FOUND")).toBe("bad");
  await expect(scanned("INSTREAM size limit exceeded. ERROR")).rejects.toThrow("size limit");
  await expect(scanned("stream: OK FOUNDLING")).rejects.toThrow("the scanner answered");
  await expect(scanned(null)).rejects.toThrow();
});

test("the health check is a ping", async () => {
  const { scanner } = await daemon("PONG", 6);
  await scanner?.probe();
  const other = await daemon("UNKNOWN COMMAND", 6);
  await expect(other.scanner?.probe()).rejects.toThrow();
});
