import Fastify from "fastify";
import { expect, test } from "vitest";
import { mountAdNetwork } from "./ad-network.ts";

const runAtOnce = (_ms: number, run: () => void) => {
  run();
  return () => {};
};

const network = () => {
  const app = Fastify();
  // What is late arrives at once here.
  mountAdNetwork(app, { clock: { after: runAtOnce } });
  const call = async (kind: string, id: string) =>
    (await app.inject(`/ads/${kind}?click_id=c-1&event=registration&event_id=${id}`)).statusCode;
  return { app, call };
};

test("takes an event, refuses it twice first, redirects, or answers late; repeats are counted under one id", async () => {
  const { app, call } = network();
  expect([await call("steady", "a"), await call("steady", "a")]).toEqual([204, 204]);
  expect([await call("failing", "b"), await call("failing", "b"), await call("failing", "b")]).toEqual([503, 503, 204]);
  expect([await call("late", "c"), await call("moved", "d"), await call("nowhere", "e")]).toEqual([204, 302, 404]);
  expect((await app.inject("/ads/steady")).statusCode).toBe(400);
  const list = (await app.inject("/ads")).json() as { event_id: string; calls: number; taken: boolean }[];
  expect(list.map(({ event_id, calls, taken }) => `${event_id} ${calls} ${taken}`)).toEqual([
    "a 2 true",
    "b 3 true",
    "c 1 true",
    "d 1 false",
    "e 1 false",
  ]);
});
