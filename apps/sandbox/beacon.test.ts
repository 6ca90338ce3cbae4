import { fastify } from "fastify";
import { expect, test } from "vitest";
import { beaconInfo, beaconRound, dueAt, isSignedRound } from "#kit/fair/beacon.ts";
import { createBeacon, mountBeacon } from "./beacon.ts";

test("the beacon responds like drand and publishes no future round", async () => {
  const now = { ms: 1_760_000_010_500 };
  const app = fastify();
  mountBeacon(app, createBeacon({ seed: Uint8Array.of(42), clock: { now: () => now.ms } }));
  const get = (path: string) => app.inject({ url: `/beacon${path}` });
  const info = beaconInfo.parse((await get("/info")).json());
  expect((await get(`/${info.hash}/info`)).json()).toEqual(info);

  const latest = beaconRound.parse((await get(`/${info.hash}/public/latest`)).json());
  expect(latest.round).toBe(11);
  expect(isSignedRound(latest, info.public_key)).toBe(true);
  expect((await get(`/${info.hash}/public/11`)).json()).toEqual(latest);

  expect((await get(`/${info.hash}/public/12`)).statusCode).toBe(404);
  now.ms = dueAt(info, 12);
  expect((await get(`/${info.hash}/public/12`)).statusCode).toBe(200);
  for (const wrong of ["0", "-1", "1e3", "x"])
    expect((await get(`/${info.hash}/public/${wrong}`)).statusCode).toBe(404);
  await app.close();
});
