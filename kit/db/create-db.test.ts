import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { createDb } from "./create-db.ts";

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const signedIn = message("R", Buffer.alloc(4));
const ready = message("Z", Buffer.from("I"));
const shutDown = message("E", Buffer.from("SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0"));

test("a server that shuts down while it accepts a connection fails the query, not the process", async () => {
  // All in one packet: the pool hands the connection over and the error follows before anybody could listen.
  const server = createServer(socket =>
    socket.once("data", () => socket.end(Buffer.concat([signedIn, ready, shutDown]))),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const db = createDb(`postgres://x:x@127.0.0.1:${(server.address() as AddressInfo).port}/x`);
  await expect(db.query("SELECT 1")).rejects.toThrow(/terminat|not queryable/i);
  await db.end();
  server.close();
});
