import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { quietLog } from "#kit/testing/quiet.ts";
import type { Session } from "#studio/rgs/server/sessions.ts";
import { mountTableSocket, socketPath } from "./table-socket.ts";

const session = { game: "roulette", player: "kate", casino: { id: 1 }, profile: {} } as unknown as Session;

/** The sockets of one table whose sessions are found when the test says so. */
async function openSockets() {
  const clock = manualClock();
  const server = createServer();
  const entered: string[] = [];
  let find = (_: Session) => {};
  const finding = new Promise<Session>(resolve => {
    find = resolve;
  });
  const state = { shown: false };
  const sockets = mountTableSocket(server, { clock, log: quietLog } as never, {
    sessions: { find: () => finding } as never,
    feed: () =>
      ({ subscribe: () => () => undefined, snapshot: async () => ({ type: "snapshot" }), watching: 1 }) as never,
    presence: {
      enter: () => {
        entered.push("in");
        return () => void entered.push("out");
      },
    } as never,
    chat: { state: async () => state } as never,
    chatFeed: { subscribe: () => () => undefined } as never,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    await sockets.close();
    server.close();
  });
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}${socketPath}`);
  const messages: { readonly type: string; readonly code?: string }[] = [];
  socket.on("message", data => messages.push(JSON.parse(String(data))));
  await once(socket, "open");
  return { clock, socket, messages, entered, find };
}

const tokens = JSON.stringify({ session: "a".repeat(43) });

test("a browser that is slow to name its session is disconnected, and not told that its session has ended", async () => {
  const { clock, socket, messages } = await openSockets();
  await clock.advance(6_000);
  const [code] = await once(socket, "close");
  expect(code).toBe(4_000);
  expect(messages).toEqual([]);
});

test("a session that takes long to find ends nothing, and what was asked meanwhile is answered after it", async () => {
  const { clock, socket, messages, find } = await openSockets();
  socket.send(tokens);
  socket.send(JSON.stringify({ snapshot: true }));
  await expect.poll(() => clock.pending).toBe(1);
  await clock.advance(6_000);
  find(session);
  await expect.poll(() => messages.map(({ type }) => type)).toEqual(["snapshot", "watching", "chat-state", "snapshot"]);
  expect(socket.readyState).toBe(socket.OPEN);
});

test("a browser that leaves while its session is being found is not kept at the table", async () => {
  const { socket, entered, find, clock } = await openSockets();
  socket.send(tokens);
  await expect.poll(() => clock.pending).toBe(1);
  socket.close();
  await once(socket, "close");
  await expect.poll(() => clock.pending).toBe(0);
  find(session);
  await new Promise(resolve => setTimeout(resolve, 20));
  expect(entered).toEqual([]);
});
