import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { createAudit } from "#modules/audit/server/index.ts";
import { createMessages } from "#modules/messages/server/index.ts";
import { createOperators } from "#modules/operators/server/index.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { countRoundDays } from "#modules/wallet/server/index.ts";
import { simulatedGame } from "../testing/simulated-provider.ts";
import { type Playing, type TestProviders, testProviders } from "../testing/test-providers.ts";
import { providerHandlers } from "./handlers.ts";

/** Pages of slots and live tables. aida is from finance, sanzhar from support, carol from content; kate and liam play. */

const unit = 1_000_000n;
let casino: TestProviders;
let aida: TestOperator;
let sanzhar: TestOperator;
let carol: TestOperator;

beforeAll(async () => {
  casino = await testProviders([
    simulatedGame("altyn", {
      modes: [
        { mode: "base", rtp: "96" },
        { mode: "bonus", rtp: "95.5", buy: "10" },
      ],
    }),
    simulatedGame("other"),
    simulatedGame("table", { kind: "live-casino" }),
    simulatedGame("bowl"),
  ]);
  const { host, providers } = casino;
  const passwords = { hash: async () => "hash", verify: async () => true };
  const needs = { audit: createAudit(host), messages: createMessages(host), passwords, isCommonPassword: () => false };
  const operators = createOperators(host, needs);
  const { people } = createAccounts(host);
  const office = { ...providers, handlers: providerHandlers({ host, people, providers }) };
  const api: TestApi = await testApi(host, [operators, office], () => null, undefined, operators.operatorOf);
  const hire = (role: Parameters<typeof testOperator>[1], name: string) =>
    testOperator({ host, api, operators }, role, name);
  aida = await hire("finance", "Aida");
  sanzhar = await hire("support", "Sanzhar");
  carol = await hire("content", "Carol");
});
afterEach(() => casino.expectBooks());
afterAll(() => casino.close());

const games = "/api/office/provider-games";
const read = async (by: TestOperator, path: string) => {
  const answer = await by.call(`GET ${games}${path}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};
async function counted(tests: readonly Playing[] = []): Promise<void> {
  await casino.host.clock.advance(60_000);
  const { account } = casino.provider();
  await countRoundDays(
    casino.host,
    [account],
    tests.map(({ player }) => player),
  );
}

const playing = (game: string, currency?: "EUR") => casino.playing(1_000n * unit, game, currency);
async function round(each: Playing, win: string, rest: object = {}): Promise<void> {
  const bet = each.bet(rest);
  expect((await casino.simulated.call("bet", bet))?.status).toBe("ok");
  expect((await casino.simulated.call("win", each.win(bet.round, win)))?.status).toBe("ok");
}

test("a slot's page has its rounds, voids and open rounds, and its money by currency and kind of bet", async () => {
  const [kate, liam] = [await playing("altyn"), await playing("altyn", "EUR")];
  await round(kate, "2.5");
  await round(kate, "0");
  await round(kate, "7", { kind: "buy", amount: "10" });
  await round(liam, "0.5");
  const voided = kate.bet();
  await casino.simulated.call("bet", voided);
  await casino.simulated.call("rollback", kate.rollback(voided));
  await casino.simulated.call("bet", kate.bet());
  await counted();
  await counted();

  const { game, at } = await read(aida, "/studio/altyn");
  expect(at).not.toBeNull();
  expect(game).toMatchObject({ slug: "altyn", kind: "slots", rounds: 4, voids: 1, open: 1, has_too_many_voids: false });
  expect(game.kinds).toEqual([
    { kind: "stake", stated: "96", rounds: 3, voids: 1, return: { bets: 3, result: null } },
    { kind: "buy", stated: "95.5", rounds: 1, voids: 0, return: { bets: 1, result: null } },
  ]);
  const { currencies, days } = await read(aida, "/studio/altyn/figures");
  expect(currencies).toMatchObject([
    { currency: "EUR", kind: "stake", rounds: 1, voids: 0, stake: "1", win: "0.5", jackpot: "0" },
    { currency: "USD", kind: "stake", rounds: 2, voids: 1, stake: "2", win: "2.5", jackpot: "0" },
    { currency: "USD", kind: "buy", rounds: 1, voids: 0, stake: "10", win: "7", jackpot: "0" },
  ]);
  // (2.5 + 0 + 0.7 + 0.5) / 4
  expect(days).toMatchObject([{ mean: "92.50", return: { bets: 4 } }]);
  const list = await read(aida, "");
  expect(list.games.map(({ slug, rounds }: { slug: string; rounds: number }) => [slug, rounds])).toEqual([
    ["altyn", 4],
    ["other", 0],
    ["table", 0],
    ["bowl", 0],
  ]);
});

test("rounds are listed newest first, page by page, and by state and player; each names its public record", async () => {
  const [kate, liam] = [await playing("other"), await playing("other")];
  for (let n = 0; n < 26; n++) {
    await casino.host.clock.advance(1_000);
    await round(kate, n === 25 ? "5" : "0");
  }
  const voided = liam.bet();
  await casino.simulated.call("bet", voided);
  await casino.simulated.call("rollback", liam.rollback(voided));
  await casino.simulated.call("bet", liam.bet());
  expect((await read(aida, "/studio/other/rounds")).items).toEqual([]);
  await counted();
  const first = await read(aida, "/studio/other/rounds?state=closed");
  expect(first.items).toHaveLength(25);
  expect(first.items[0]).toMatchObject({
    player: { id: kate.player },
    stake: "1",
    win: "5",
    state: "closed",
    bets: 1,
  });
  const rest = await read(aida, `/studio/other/rounds?state=closed&cursor=${first.next_cursor}`);
  expect([rest.items.length, rest.next_cursor]).toEqual([1, null]);
  const ids = [...first.items, ...rest.items].map(({ id }) => id);
  expect(new Set(ids).size).toBe(26);
  const statesOf = async (query: string) =>
    (await read(aida, `/studio/other/rounds?${query}`)).items.map(({ state }: { state: string }) => state);
  expect(await statesOf("state=void")).toEqual(["void"]);
  expect(await statesOf("state=open")).toEqual(["open"]);
  expect(await statesOf(`player=${liam.player}`)).toEqual(["void"]);
});

test("a player who becomes a test account is taken out of every count, with rounds of before, and comes back", async () => {
  const [kate, liam] = [await playing("table"), await playing("table")];
  await round(kate, "3");
  await round(liam, "1");
  await counted();
  const rounds = async (query: string) => (await read(aida, `/studio/table?tests=${query}`)).game.rounds;
  expect([await rounds("without"), await rounds("with")]).toEqual([2, 2]);
  await counted([kate]);
  expect([await rounds("without"), await rounds("with")]).toEqual([1, 2]);
  await round(kate, "0");
  await counted([kate]);
  expect([await rounds("without"), await rounds("with")]).toEqual([1, 3]);
  await counted();
  expect([await rounds("without"), await rounds("with")]).toEqual([3, 3]);
  const { currencies } = await read(aida, "/studio/table/figures");
  expect(currencies).toMatchObject([{ currency: "USD", rounds: 3, stake: "3", win: "4", stated: null }]);
});

test("a settled round that operators voided is void: out of returns and money of its day, in the list of void rounds, and no fault of its provider", async () => {
  const [kate, liam] = [await playing("bowl"), await playing("bowl")];
  await round(kate, "2.5");
  await round(kate, "50");
  await counted();
  const { account } = casino.provider();
  const figuresOfAlarms = async () =>
    (await casino.wallet.providerRounds.figures(account, new Date(0))).find(({ slug }) => slug === "bowl");
  expect(await figuresOfAlarms()).toMatchObject({ rounds: 2, sum: 52.5 });
  const voidRound = async ({ player }: Playing, win: bigint) => {
    const rounds = await casino.wallet.providerRounds.rounds({ player, limit: 10 });
    const { key } = required(
      rounds.find(({ won }) => won === win * unit),
      "a round with this win",
    );
    await casino.host.db.tx(tx =>
      casino.wallet.providerRounds.voidSettled(tx, { player, round: key, request: casino.host.ids.next() }),
    );
    return key;
  };
  const voided = await voidRound(kate, 50n);
  // One that was not counted yet.
  await round(liam, "90");
  await voidRound(liam, 90n);
  for (let run = 0; run < 2; run++) await counted();
  const { game } = await read(aida, "/studio/bowl");
  expect(game).toMatchObject({ rounds: 1, voids: 2, has_too_many_voids: false });
  const { currencies, days } = await read(aida, "/studio/bowl/figures");
  expect(currencies).toMatchObject([{ rounds: 1, voids: 2, stake: "1", win: "2.5", return: { bets: 1 } }]);
  expect(days).toMatchObject([{ mean: "250.00", return: { bets: 1 } }]);
  expect(await figuresOfAlarms()).toMatchObject({ rounds: 1, sum: 2.5 });
  const listed = await read(aida, `/studio/bowl/rounds?state=void&player=${kate.player}`);
  expect(listed.items).toMatchObject([{ state: "void", win: "50" }]);
  expect((await read(aida, "/studio/bowl/rounds?state=closed")).items.map(({ win }: { win: string }) => win)).toEqual([
    "2.5",
  ]);
  // As a test account it is taken along as what it is.
  await counted([kate]);
  const of = async (tests: string) => {
    const { rounds, voids } = (await read(aida, `/studio/bowl?tests=${tests}`)).game;
    return [rounds, voids];
  };
  expect([await of("without"), await of("with")]).toEqual([
    [0, 1],
    [1, 2],
  ]);
  await counted();
  expect(await of("without")).toEqual([1, 2]);
  const { rows } = await casino.host.db.query<{ status: number }>(
    "SELECT status FROM wallet.ended_provider_rounds WHERE round = $1",
    [voided],
  );
  expect(rows).toEqual([{ status: 2 }]);
  // Two rounds of so few that the provider rolled back are its fault.
  for (let n = 0; n < 2; n++) {
    const bet = liam.bet();
    await casino.simulated.call("bet", bet);
    await casino.simulated.call("rollback", liam.rollback(bet));
  }
  await counted();
  expect((await read(aida, "/studio/bowl")).game).toMatchObject({ voids: 4, has_too_many_voids: true });
});

test("figures are for those who may see them, and what does not exist is not found", async () => {
  expect((await read(sanzhar, "/studio/altyn")).game.kinds[0]).toMatchObject({ rounds: 3, return: null });
  expect((await sanzhar.call(`GET ${games}/studio/altyn/figures`)).status).toBe(403);
  expect((await carol.call(`GET ${games}/studio/altyn`)).status).toBe(403);
  for (const path of ["/studio/unknown", "/unknown/altyn", "/studio/unknown/figures", "/unknown/altyn/rounds"])
    expect((await aida.call(`GET ${games}${path}`)).status, path).toBe(404);
  for (const path of [
    "?days=8",
    "?from=2026-02-30",
    "/studio/altyn?from=2026-02-02&to=2026-02-01",
    "/studio/altyn/rounds?state=lost",
    "/studio/altyn/rounds?cursor=1",
    `/studio/altyn/rounds?cursor=${"0".repeat(36)}.${"0".repeat(36)}`,
    "/studio/altyn/rounds?player=kate",
  ])
    expect((await aida.call(`GET ${games}${path}`)).status, path).toBe(422);
});
