import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { createScanner } from "./scanner.ts";

const eicar = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$", "EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("");

function stream(...pieces: readonly string[]): Buffer {
  const framed = [...pieces, ""].flatMap(piece => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(piece.length);
    return [length, Buffer.from(piece)];
  });
  return Buffer.concat([Buffer.from("zINSTREAM\0"), ...framed]);
}

test.each([
  ["a ping", Buffer.from("zPING\0"), "PONG\0"],
  ["a clean file", stream("hello", "there"), "stream: OK\0"],
  ["EICAR", stream(eicar), "stream: Eicar-Signature FOUND\0"],
  ["EICAR over two pieces", stream(eicar.slice(0, 30), eicar.slice(30)), "stream: Eicar-Signature FOUND\0"],
  ["another command", Buffer.from("zSHUTDOWN\0"), "UNKNOWN COMMAND\0"],
])("the scanner answers %s", async (_what, command, answer) => {
  const server = createScanner().listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const received: Buffer[] = [];
  socket.on("data", piece => received.push(piece));
  socket.write(command);
  await once(socket, "end");
  server.close();
  expect(Buffer.concat(received).toString()).toBe(answer);
});
