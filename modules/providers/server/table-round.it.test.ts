import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";
import { simulatedGame } from "../testing/simulated-provider.ts";
import { type Playing, type TestProviders, testProviders, uuid } from "../testing/test-providers.ts";
import { listRounds } from "./list-rounds.ts";
import { providedRounds } from "./round-records.ts";

/** A hand of live blackjack as the casino sees it: one round of many bets, made while the hand is played. */

const unit = 1_000_000n;
let casino: TestProviders;
beforeAll(async () => {
  casino = await testProviders([
    simulatedGame("altyn"),
    simulatedGame("five-seats", { kind: "live-casino", max_win: "26", stakes: { USD: ["0.10", "500"] } }),
  ]);
});
afterEach(() => casino.expectBooks());
afterAll(() => casino.close());

const seatAt = (amount: bigint) => casino.playing(amount, "five-seats");
const send = async (name: "bet" | "win" | "rollback", body: object) => (await casino.simulated.call(name, body))?.body;
const take = (each: Playing, round: string, amount: string) => {
  const bet = each.bet({ round, amount, base: amount });
  return { bet, taken: send("bet", bet) };
};

/** What moved in a player's wallet, in order: kind and amount. */
async function transfersOf({ player }: Playing): Promise<readonly (readonly [string, bigint])[]> {
  const { rows } = await casino.host.db.query<{ kind: number; amount: bigint }>(
    "SELECT kind, amount FROM ledger.transfers WHERE player_id = $1 ORDER BY seq",
    [player],
  );
  const names = new Map<number, string>(Object.entries(kindNumbers).map(([name, number]) => [number, name]));
  return rows.map(({ kind, amount }) => [names.get(kind) ?? "", amount / unit]);
}

test("a hand with a side bet, insurance, a split and doubles is one round, and each stake and the win are in the ledger", async () => {
  const [kate, liam, mia] = await Promise.all([seatAt(100n * unit), seatAt(20n * unit), seatAt(5n * unit)]);
  const [hers, his, their] = [uuid(), uuid(), uuid()];
  // Kate's seat with perfect pairs; Liam and Mia bet behind her, in rounds of their own.
  expect(await take(kate, hers, "12").taken).toMatchObject({ status: "ok", balance: "88" });
  expect(await take(liam, his, "3").taken).toMatchObject({ status: "ok", balance: "17" });
  expect(await take(mia, their, "4").taken).toMatchObject({ status: "ok", balance: "1" });
  // Insurance, and the split: Liam's bet behind follows, Mia's stays at its first stake.
  expect(await take(kate, hers, "5").taken).toMatchObject({ status: "ok", balance: "83" });
  expect(await take(kate, hers, "10").taken).toMatchObject({ status: "ok", balance: "73" });
  expect(await take(liam, his, "3").taken).toMatchObject({ status: "ok", balance: "14" });
  expect(await take(mia, their, "4").taken).toEqual({ status: "insufficient_funds", balance: "1" });
  // Doubles of both hands: the answer to the second is lost, so it is rolled back, and the hand goes on undoubled.
  expect(await take(kate, hers, "10").taken).toMatchObject({ status: "ok", balance: "63" });
  const lost = take(kate, hers, "10");
  expect(await lost.taken).toMatchObject({ status: "ok", balance: "53" });
  expect(await send("rollback", kate.rollback(lost.bet))).toMatchObject({ status: "ok", balance: "63" });
  // Pairs pay while the hand is played, the hands when it ends; a repeat is paid once.
  expect(await send("win", kate.win(hers, "12", { close: false }))).toMatchObject({ status: "ok", balance: "75" });
  const win = kate.win(hers, "60");
  expect(await send("win", win)).toEqual({ status: "ok", balance: "135" });
  expect(await send("win", win)).toEqual({ status: "ok", balance: "135" });
  expect(await send("win", liam.win(his, "12"))).toMatchObject({ balance: "26" });
  expect(await send("win", mia.win(their, "0"))).toMatchObject({ balance: "1" });

  expect(await transfersOf(kate)).toEqual([
    ["deposit", 100n],
    ["stake", 12n],
    ["stake", 5n],
    ["stake", 10n],
    ["stake", 10n],
    ["stake", 10n],
    ["void", 10n],
    ["round_credit", 12n],
    ["settle", 12n],
    ["settle", 5n],
    ["settle", 10n],
    ["settle", 10n],
    ["payout", 60n],
  ]);
  expect(await transfersOf(liam)).toEqual([
    ["deposit", 20n],
    ["stake", 3n],
    ["stake", 3n],
    ["settle", 3n],
    ["settle", 3n],
    ["payout", 12n],
  ]);
  expect(await transfersOf(mia)).toEqual([
    ["deposit", 5n],
    ["stake", 4n],
    ["settle", 4n],
  ]);
  const lines = await Promise.all(
    [kate, liam, mia].map(({ player }) => listRounds(casino.providers.needs, player, {})),
  );
  expect(lines.map(({ items }) => items.map(({ stake, win: won, state }) => [stake, won, state]))).toEqual([
    [["37", "72", "closed"]],
    [["6", "12", "closed"]],
    [["4", "0", "closed"]],
  ]);
});

test("a hand takes no stake after its end, pays no other player, and never more than its stakes may win", async () => {
  const [kate, liam] = await Promise.all([seatAt(50n * unit), seatAt(50n * unit)]);
  const round = uuid();
  await take(kate, round, "1").taken;
  await take(kate, round, "1").taken;
  expect(await send("win", liam.win(round, "2"))).toMatchObject({ status: "round_unknown" });
  expect(await send("win", kate.win(round, "52.000001"))).toMatchObject({ status: "over_cap" });
  expect(await send("win", kate.win(round, "52"))).toEqual({ status: "ok", balance: "100" });
  const late = take(kate, round, "1");
  expect(await late.taken).toMatchObject({ status: "round_closed" });
  expect(await send("rollback", kate.rollback(late.bet))).toMatchObject({ status: "ok", balance: "100" });
  expect(await casino.real(liam.player)).toBe(50n * unit);
});

test("a history of bets at tables has those alone, one of slots the others, and one of our own games none", async () => {
  const { wallet, providers, simulated } = casino;
  const kate = await seatAt(50n * unit);
  await take(kate, uuid(), "10").taken;
  const provider = casino.provider();
  const common = { player: kate.player, casinoSession: uuid(), currency: "USD", country: "KZ" } as const;
  const slot = { provider: provider.id, slug: "altyn", ...common };
  const opened = await casino.host.db.tx(tx => providers.needs.sessions.open(tx, slot));
  expect((await simulated.call("bet", kate.bet({ game: "altyn", session: opened })))?.status).toBe("ok");
  const { gamesOf } = providedRounds(providers.needs);
  expect(gamesOf("live-casino")).toEqual([{ game: provider.account, slug: "five-seats" }]);
  const stakes = async (among: "in-house" | ReturnType<typeof gamesOf>) =>
    (await wallet.history(kate.player, { currency: "USD", limit: 10, among })).bets.map(({ stake }) => stake / unit);
  expect([await stakes(gamesOf("live-casino")), await stakes(gamesOf("slots"))]).toEqual([[10n], [1n]]);
  expect([await stakes("in-house"), await stakes([])]).toEqual([[], []]);
});

test("a hand whose bets are all given back is void and leaves the wallet as it was", async () => {
  const kate = await seatAt(50n * unit);
  const round = uuid();
  const bets = [take(kate, round, "10"), take(kate, round, "5")];
  for (const { taken } of bets) expect(await taken).toMatchObject({ status: "ok" });
  for (const { bet } of bets) expect(await send("rollback", kate.rollback(bet))).toMatchObject({ status: "ok" });
  expect(await casino.real(kate.player)).toBe(50n * unit);
  const { items } = await listRounds(casino.providers.needs, kate.player, {});
  expect(items.map(({ state, win }) => [state, win])).toEqual([["void", "0"]]);
});
