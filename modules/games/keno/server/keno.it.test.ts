import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { createDispatcher } from "#kit/http/dispatcher.ts";
import { SocketCall } from "#kit/live/server/socket-call.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { must } from "#kit/std/invariant.ts";
import { quietLog, quietMetrics } from "#kit/test/quiet.ts";
import type { TestApi } from "#kit/test/test-api.ts";
import { type DeskHouse, deskHouse } from "#modules/desk/server/test-house.ts";
import { verifyKeno } from "../shared/verify.ts";
import { createKeno, type Keno } from "./index.ts";

/** Keno on PostgreSQL, through both doors, the books audited after each story. */

const bets = "POST /api/v1/games/keno/bets";
const bet = { stake: "1", picks: [3, 7, 24, 31], risk: "medium" };
const rub = (units: number) => BigInt(units) * 1_000_000n;

let house: DeskHouse;
let keno: Keno;
let api: TestApi;
beforeAll(async () => {
  house = await deskHouse(["keno"]);
  keno = createKeno(house.host, { wallet: house.wallet, desk: house.desk });
  api = await house.open(keno);
});
afterEach(() => house.expectBooks());
afterAll(() => house.close());

/** The same call through the socket's door. */
async function throughSocket(player: PlayerId, key: string, body: object): Promise<string> {
  const session = { id: house.newKey(), player, currency: "RUB", test: false } as const;
  const { clock } = house.host;
  const ports = {
    authenticate: () => session,
    limiter: { take: () => 0 },
    clock,
    log: quietLog,
    metrics: quietMetrics,
  };
  const call = must(
    createDispatcher(keno.handlers ?? [], ports).calls.find(each => each.name === bets),
    bets,
  );
  const caller = {
    token: player,
    locale: "en",
    ip: "",
    hostname: "",
    userAgent: "",
    cookies: {},
    headers: {},
  } as const;
  return (await call.run(new SocketCall(caller, key, "request", quietLog), { params: {}, query: {}, body })).text;
}

test("a repeat gets the same bytes over HTTP and over the socket, before and after the seed is revealed", async () => {
  const alice = await house.player(rub(100));
  const key = house.newKey();
  const first = await api.call(bets, { token: alice, key, body: bet });
  expect(first).toMatchObject({
    status: 201,
    body: { data: { status: "settled", proof: { nonce: 0, server_seed: null } } },
  });
  expect((await api.call(bets, { token: alice, key, body: bet })).text).toBe(first.text);
  expect(await throughSocket(alice, key, bet)).toBe(first.text);
  const rotated = await api.call("POST /api/v1/fairness/rotate", { token: alice, body: {} });
  expect(rotated.status).toBe(200);
  expect((await api.call(bets, { token: alice, key, body: bet })).text).toBe(first.text);
  expect(await throughSocket(alice, key, bet)).toBe(first.text);
  expect(await house.wallet.balances(alice)).toHaveLength(1);
});

test("the public record hides a live seed, shows a revealed one, and anybody can draw the numbers again", async () => {
  const bob = await house.player(rub(100));
  const { id } = (await api.call(bets, { token: bob, key: house.newKey(), body: bet })).body.data;
  const live = (await api.call(`GET /api/v1/rounds/${id}`)).body.data;
  expect(live).toMatchObject({ kind: "bet", game: "keno", player: null, proof: { kind: "seeds", server_seed: null } });
  const { body } = await api.call("POST /api/v1/fairness/rotate", { token: bob, body: {} });
  const revealed = (await api.call(`GET /api/v1/rounds/${id}`)).body.data;
  expect(revealed.proof).toEqual({ ...live.proof, server_seed: body.data.server_seed });
  expect(verifyKeno(revealed.proof, nobleHashes)).toMatchObject({
    verdict: "matches",
    result: revealed.proof.outcome.drawn.join(" "),
  });
  expect((await api.call(bets, { token: bob, key: house.newKey(), body: bet })).body.code).toBe("client_seed_required");
});

test("own history has the draw, and other people's does not; forged ids are not found", async () => {
  const [carol, dave] = [await house.player(rub(100)), await house.player(rub(100))];
  const { id, outcome } = (await api.call(bets, { token: carol, key: house.newKey(), body: bet })).body.data;
  const own = await api.call("GET /api/v1/games/keno/rounds", { token: carol });
  expect(own.body.data).toMatchObject({ items: [{ id, ...outcome, picks: [3, 7, 24, 31] }], next_cursor: null });
  expect((await api.call("GET /api/v1/games/keno/rounds", { token: dave })).body.data.items).toEqual([]);
  for (const forged of [`${id.slice(0, 20)}AAA${id.slice(23)}`, id.slice(1), `${id}A`, "keno-1"])
    expect((await api.call(`GET /api/v1/rounds/${forged}`)).status).toBe(404);
});

test("a guest sees the limits of the region's currency, and a cap from the books", async () => {
  const info = await api.call("GET /api/v1/games/keno", { headers: { region: "KZ" } });
  expect(info.body.data).toMatchObject({
    currency: "KZT",
    limits: { min: "5", max: "50000" },
    win_cap: "500000000",
    edge: "1",
  });
  expect((await api.call("GET /api/v1/games/keno", { headers: { region: "RU" } })).body.data.currency).toBe("RUB");
});

test("the largest wins of the day are read from the bets themselves", async () => {
  const erin = await house.player(rub(1000));
  let won: { id: string } | undefined;
  for (let i = 0; i < 60 && !won; i++) {
    const { data } = (
      await api.call(bets, { token: erin, key: house.newKey(), body: { stake: "1", picks: [5], risk: "high" } })
    ).body;
    if (data.payout !== "0") won = data;
  }
  // Wins are noted after their answer, in the database's own time.
  await sleep(100);
  await house.host.clock.advance(3000);
  const latest = (await api.call("GET /api/v1/bets/latest")).body.data;
  expect(latest.map((row: { id: string }) => row.id)).toContain(must(won, "sixty draws at one in four").id);
});
