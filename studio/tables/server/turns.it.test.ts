import { randomUUID } from "node:crypto";
import { afterAll, test as base, expect as claim, vi } from "vitest";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import { type CasinoDouble, startCasinoDouble } from "#studio/testing/casino-double.ts";
import { connect, startTestStudio, type TestStudio } from "#studio/testing/test-studio.ts";
import { type OpenTable, openTable, testBeacon, testBlackjackParts } from "#studio/testing/test-tables.ts";
import { moveByCard } from "../blackjack/card.ts";
import { fiveSeatsBlackjack } from "../blackjack/game.ts";
import type { BlackjackOutcome, SeatHands } from "../blackjack/rules.ts";
import type { RoundFacts } from "../shared/calls.ts";
import type { TableRecord } from "../shared/record.ts";
import type { TableGame } from "../shared/table-game.ts";
import { verifyTable } from "../shared/verify.ts";
import { verdictOf } from "../shared/verify-steps.ts";

/** Blackjack: seats, decisions in turn, and stakes that are taken with them. */

const game = fiveSeatsBlackjack as unknown as TableGame;
const hundred = 100_000_000n;

/** On a slow machine, several bets of one round and calls in one turn take more than the seconds of other tests. */
const timing = { bettingMs: 5_000, dealingMs: 400, restMs: 100, decisionMs: 4_000 } as const;

interface OwnTable {
  readonly world: TestStudio;
  readonly casino: CasinoDouble;
  /** Opens the table for a player, as nobody without one. */
  open(player: string | null): Promise<OpenTable>;
  enter(balance?: bigint): Promise<{ readonly player: string; readonly table: OpenTable }>;
  /** The proof of a round that the casino has closed. */
  recordOf(round: string): Promise<TableRecord>;
}

/** Three at a time: each has a studio of its own, and more of them are too much for a slow machine. */
let free = 3;
const waiting: (() => void)[] = [];
async function takeSlot(): Promise<() => void> {
  if (free > 0) free -= 1;
  else await new Promise<void>(resolve => waiting.push(resolve));
  return () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
}
// Those that wait for a slot have begun.
vi.setConfig({ testTimeout: 600_000 });
afterAll(() => vi.resetConfig());

/** Most of each test is waiting for rounds: they run side by side, each at a table of its own. */
const test = base.extend<{ readonly at: OwnTable }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures are used.
  at: async ({}, use) => {
    const leave = await takeSlot();
    const world = await startTestStudio({ tables: testBlackjackParts(testBeacon(), { timing }) });
    const casino = await startCasinoDouble();
    await connect(world, casino);
    const opened: OpenTable[] = [];
    async function open(player: string | null): Promise<OpenTable> {
      const table = await openTable(world, casino, player, { game: game.slug });
      opened.push(table);
      return table;
    }
    await use({
      world,
      casino,
      open,
      async enter(balance = hundred) {
        const player = randomUUID();
        casino.addPlayer(player, balance);
        return { player, table: await open(player) };
      },
      async recordOf(round) {
        for (let i = 0; i < 400 && casino.rounds.get(round)?.state !== "closed"; i++)
          await new Promise(resolve => setTimeout(resolve, 50));
        claim(casino.rounds.get(round)?.state).toBe("closed");
        const { body } = await casino.call(world.url, "GET", `/rounds/${round}`);
        return (body.record as { readonly proof: TableRecord }).proof;
      },
    });
    for (const table of opened) table.disconnect();
    await world.close();
    await casino.close();
    leave();
  },
});

interface View {
  readonly dealer: readonly string[];
  readonly seats: readonly SeatHands[];
}
const viewOf = ({ play }: RoundFacts) => play?.view as unknown as View;
const isPlaying = ({ phase }: RoundFacts) => phase === "playing";
const turnOf = ({ play }: RoundFacts) => (play?.next.kind === "turn" ? play.next : undefined);

/** The machine is so slow that the round has closed before the bet, or after its beacon: the next one is tried. */
const isLate = ({ body }: { readonly body: { readonly code?: string } }) =>
  body.code === "betting_closed" || body.code === "round_void";
/** The first cards; undefined where the round ended without any. */
function cardsOf(table: OpenTable, round: number): Promise<RoundFacts | undefined> {
  const cards = table.facts(round, isPlaying, "the first cards").catch(() => undefined);
  return Promise.race([cards, table.ended(round).then(() => undefined)]);
}

/** Bets in rounds until one of them deals cards. */
async function untilDealt<T>(
  table: OpenTable,
  bet: (round: number) => Promise<T>,
): Promise<T & { readonly first: RoundFacts }> {
  for (let i = 0; i < 10; i++) {
    const round = await table.nextBetting();
    const placed = await bet(round);
    const first = await cardsOf(table, round);
    if (first) return Object.assign({}, placed, { first });
  }
  throw new Error("no round dealt cards");
}

/** Plays rounds until one of them is such that this can be tried. */
async function untilRound<T>(
  table: OpenTable,
  bets: Readonly<Record<string, string>>,
  attempt: (facts: RoundFacts) => Promise<T | undefined>,
): Promise<T> {
  for (let i = 0; i < 40; i++) {
    const round = await table.nextBetting();
    const placed = await table.bet(round, bets);
    if (isLate(placed)) continue;
    claim([placed.status, placed.body.code]).toEqual([200, undefined]);
    const facts = await cardsOf(table, round);
    if (!facts) continue;
    const done = await attempt(facts);
    if (done !== undefined) return done;
    await standAll(table, round);
    await table.ended(round);
  }
  throw new Error("no such round came");
}

/** Declines, and stands wherever it is somebody's turn. */
async function standAll(table: OpenTable, round: number): Promise<void> {
  for (let i = 0; i < 12; i++) {
    const facts = await table.facts(round, () => true, "the round");
    const next = facts.phase === "playing" ? facts.play?.next : undefined;
    if (!next || next.kind === "over") return;
    const seat = next.kind === "turn" ? next.seat : (next.seats[0] ?? 0);
    const action = next.kind === "turn" ? "stand" : "decline";
    const { status } = await table.act(round, seat, action, { hand: next.kind === "turn" ? next.hand : 0 });
    if (status !== 200) return;
    await table.facts(
      round,
      now => JSON.stringify(now.play?.next) !== JSON.stringify(next) || now.phase !== "playing",
      "the move",
    );
  }
}

test.concurrent("a hand through all layers: bets, cards, decisions by the card, the dealer, payouts that verify", async ({
  at,
  expect,
}) => {
  const [alice, bob] = [await at.enter(), await at.enter()];
  expect((await alice.table.sit(2)).body.seats).toEqual([2]);
  expect((await bob.table.sit(4)).body.seats).toEqual([4]);
  const { round, hers, his, first } = await untilDealt(alice.table, async round => {
    const [hers, his] = await Promise.all([
      alice.table.bet(round, { "seat-2": "10", "pairs-2": "1", "plus3-2": "1" }),
      bob.table.bet(round, { "seat-4": "5" }),
    ]);
    return { round, hers, his };
  });
  expect([hers.status, his.status]).toEqual([200, 200]);
  expect([first.link, first.outcome]).toEqual([null, null]);
  expect(viewOf(first).dealer.length).toBe(1);
  expect(viewOf(first).seats.map(({ seat, hands }) => [seat, hands[0]?.cards.length])).toEqual([
    [2, 2],
    [4, 2],
  ]);
  for (let i = 0; i < 20; i++) {
    const facts = await alice.table.facts(round, () => true, "the round");
    const { dealer, seats } = viewOf(facts) ?? { dealer: [], seats: [] };
    const move =
      facts.phase === "playing" && facts.play ? moveByCard(facts.play.next, seats, dealer[0] ?? "") : undefined;
    if (!move) break;
    const { table } = move.seat === 2 ? alice : bob;
    const made = await table.act(round, move.seat, move.action, { hand: move.hand });
    expect([made.status, made.body.code]).toEqual([200, undefined]);
    await alice.table.facts(
      round,
      now => JSON.stringify(now.play) !== JSON.stringify(facts.play) || now.phase !== "playing",
      "the move",
    );
  }
  const end = await alice.table.ended(round);
  const outcome = (end.type === "round" ? end.round.outcome : null) as unknown as BlackjackOutcome;
  expect(outcome.dealer.length).toBeGreaterThanOrEqual(2);
  for (const { player, body } of [
    { player: alice.player, body: hers.body },
    { player: bob.player, body: his.body },
  ]) {
    const proof = await at.recordOf(String(body.round));
    const steps = verifyTable(game, proof);
    expect(steps.filter(({ state }) => state === "differs")).toEqual([]);
    expect(verdictOf(steps)).toBe("matches");
    expect(at.casino.balanceOf(player)).toBe(hundred - parseDecimal(proof.stake) + parseDecimal(proof.payout));
  }
});

test.concurrent("a double takes the stake once more, and the table waits for the casino", async ({ at, expect }) => {
  const { player, table } = await at.enter(10_000n * hundred);
  await table.sit(1);
  const before = at.casino.balanceOf(player);
  const own = await untilRound(table, { "seat-1": "4" }, async facts => {
    if (!turnOf(facts)) return undefined;
    const first = at.casino.balanceOf(player);
    const doubled = await table.act(facts.number, 1, "double");
    expect([doubled.status, doubled.body.code]).toEqual([200, undefined]);
    expect(doubled.body.stake).toBe("8");
    expect(first - at.casino.balanceOf(player)).toBe(4_000_000n);
    await table.ended(facts.number);
    return doubled.body;
  });
  const proof = await at.recordOf(String(own.round));
  expect(proof.bets.map(({ entry, layout }) => [entry === null, layout[0]?.spot])).toEqual([
    [false, "seat-1"],
    [true, "double-1"],
  ]);
  expect(verdictOf(verifyTable(game, proof))).toBe("matches");
  const undone = { ...proof, bets: proof.bets.slice(0, 1), stake: "4" };
  expect(
    verifyTable(game, undone)
      .filter(({ state }) => state === "differs")
      .map(({ key }) => key),
  ).toContain("further");
  expect(at.casino.balanceOf(player)).toBeLessThanOrEqual(before + 40n * 8_000_000n);
});

test.concurrent("a double without money leaves the hand as it was: the player goes on", async ({ at, expect }) => {
  const { player, table } = await at.enter(5_000_000n);
  await table.sit(3);
  await untilRound(table, { "seat-3": "0.10" }, async facts => {
    if (!turnOf(facts)) return undefined;
    at.casino.refuse = body => (body.player === player ? "insufficient_funds" : undefined);
    const refused = await table.act(facts.number, 3, "double");
    expect([refused.status, refused.body.code]).toEqual([422, "insufficient_funds"]);
    at.casino.refuse = () => undefined;
    const now = await table.facts(facts.number, isPlaying, "the hand");
    expect(viewOf(now).seats).toEqual(viewOf(facts).seats);
    expect((await table.act(facts.number, 3, "stand")).status).toBe(200);
    return true;
  });
});

test.concurrent("an answer that never came takes nothing: the stake is given back and the player decides again", async ({
  at,
  expect,
}) => {
  const { player, table } = await at.enter();
  await table.sit(3);
  await untilRound(table, { "seat-3": "1" }, async facts => {
    if (!turnOf(facts)) return undefined;
    const before = at.casino.balanceOf(player);
    at.casino.fault = call => (call === "bet" ? "lose" : undefined);
    const lost = await table.act(facts.number, 3, "double");
    at.casino.fault = () => undefined;
    expect(lost.body.code).toBe("stake_unconfirmed");
    await expect.poll(() => at.casino.balanceOf(player), { timeout: 10_000 }).toBe(before);
    expect((await table.act(facts.number, 3, "stand")).status).toBe(200);
    await table.ended(facts.number);
    return true;
  });
});

test.concurrent("no decision is accepted out of turn, for another seat, twice at once, or against the rules", async ({
  at,
  expect,
}) => {
  const [alice, bob] = [await at.enter(), await at.enter()];
  await alice.table.sit(1);
  await bob.table.sit(2);
  await untilRound(alice.table, { "seat-1": "1" }, async facts => {
    // There has to be a round before.
    if (!turnOf(facts) || facts.number === 1) return undefined;
    const { number } = facts;
    const codeOf = async (made: Promise<{ body: { code?: string } }>) => (await made).body.code;
    expect(await codeOf(bob.table.act(number, 1, "stand"))).toBe("seat_required");
    expect(await codeOf(alice.table.act(number, 2, "stand"))).toBe("seat_required");
    expect(await codeOf(alice.table.act(number, 1, "stand", { hand: 1 }))).toBe("out_of_turn");
    expect(await codeOf(alice.table.act(number, 1, "insure"))).toBe("move_not_allowed");
    expect(await codeOf(alice.table.act(number + 1, 1, "stand"))).toBe("out_of_turn");
    expect(await codeOf(bob.table.act(number - 1, 1, "stand"))).toBe("seat_required");
    expect(await codeOf(bob.table.act(number, 1, "surrender"))).toBe("malformed");
    const cards = viewOf(facts).seats[0]?.hands[0]?.cards ?? [];
    const values = cards.map(card => ("10JQK".includes(card.slice(0, -1)) ? "10" : card.slice(0, -1)));
    if (values[0] !== values[1]) expect(await codeOf(alice.table.act(number, 1, "split"))).toBe("move_not_allowed");
    const request = randomUUID();
    const twice = await Promise.all([
      alice.table.act(number, 1, "double", { request }),
      alice.table.act(number, 1, "double", { request }),
      alice.table.act(number, 1, "double"),
    ]);
    expect(twice.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    const taken = at.casino.rounds.get(String(twice.find(({ status }) => status === 200)?.body.round))?.bet;
    expect(taken).toBe(2_000_000n);
    expect(await codeOf(alice.table.act(number, 1, "hit"))).toBe("out_of_turn");
    return true;
  });
});

test.concurrent("who does not decide in time stands, and a decision after that is refused whatever the client shows", async ({
  at,
  expect,
}) => {
  const { table } = await at.enter();
  await table.sit(5);
  await untilRound(table, { "seat-5": "1" }, async facts => {
    if (!turnOf(facts)) return undefined;
    const { body } = await at.casino.call(at.world.url, "GET", "/tables");
    expect(body.tables).toMatchObject([{ game: game.slug, phase: "dealing" }]);
    const end = await table.facts(facts.number, ({ play }) => play?.next.kind === "over", "the end of the turn");
    expect(viewOf(end).seats[0]?.hands[0]?.cards).toEqual(viewOf(facts).seats[0]?.hands[0]?.cards);
    expect((await table.act(facts.number, 5, "hit")).body.code).toBe("out_of_turn");
    return true;
  });
});

test.concurrent("bets behind follow doubles and splits, and stay at their first stake without money", async ({
  at,
  expect,
}) => {
  const [alice, rich, poor] = [await at.enter(), await at.enter(), await at.enter(hundred)];
  await alice.table.sit(2);
  for (let i = 0; i < 40; i++) {
    const round = await alice.table.nextBetting();
    const early = await rich.table.bet(round, { "behind-2": "3" });
    if (i === 0) expect(early.body.code).toBe("hand_required");
    expect((await alice.table.bet(round, { "seat-2": "1" })).status).toBe(200);
    expect((await alice.table.bet(round, { "behind-2": "1" })).body.code).toBe("hand_required");
    const [hers, his] = await Promise.all([
      rich.table.bet(round, { "behind-2": "3" }),
      poor.table.bet(round, { "behind-2": "5" }),
    ]);
    if (isLate(hers) || isLate(his)) {
      await alice.table.ended(round);
      continue;
    }
    expect([hers.status, his.status]).toEqual([200, 200]);
    const facts = await cardsOf(alice.table, round);
    if (!facts) continue;
    if (!turnOf(facts)) {
      await standAll(alice.table, round);
      await alice.table.ended(round);
      continue;
    }
    at.casino.refuse = body => (body.player === poor.player ? "insufficient_funds" : undefined);
    expect((await alice.table.act(round, 2, "double")).status).toBe(200);
    at.casino.refuse = () => undefined;
    await alice.table.ended(round);
    for (const [{ body }, stake] of [
      [hers, "6"],
      [his, "5"],
    ] as const) {
      const proof = await at.recordOf(String(body.round));
      expect(proof.stake).toBe(stake);
      expect(verdictOf(verifyTable(game, proof))).toBe("matches");
    }
    return;
  }
  throw new Error("no such round came");
});

test.concurrent("seats: taken once, three at most, kept while there is a bet, for their player alone", async ({
  at,
  expect,
}) => {
  const [alice, bob] = [await at.enter(), await at.enter()];
  expect((await alice.table.sit(1)).body.seats).toEqual([1]);
  expect((await bob.table.sit(1)).body.code).toBe("seat_taken");
  expect((await alice.table.sit(1)).body.seats).toEqual([1]);
  await alice.table.sit(2);
  await alice.table.sit(3);
  expect((await alice.table.sit(4)).body.code).toBe("too_many_seats");
  expect((await bob.table.sit(6)).body.code).toBe("malformed");
  expect((await bob.table.sit(0)).body.code).toBe("malformed");
  expect((await bob.table.leave(1)).body.code).toBe("seat_required");
  const round = await bob.table.nextBetting();
  expect((await bob.table.bet(round, { "seat-1": "1" })).body.code).toBe("seat_required");
  expect((await alice.table.bet(round, { "pairs-1": "1" })).body.code).toBe("hand_required");
  expect((await alice.table.bet(round, { "double-1": "1" })).body.code).toBe("bet_unknown");
  expect((await alice.table.bet(round, { "seat-1": "1" })).status).toBe(200);
  expect((await alice.table.leave(1)).body.code).toBe("seat_in_play");
  expect((await alice.table.leave(2)).body.seats).toEqual([1, 3]);
  expect((await bob.table.sit(2)).body.seats).toEqual([2]);
  const again = await at.open(alice.player);
  expect(again.opened.seats).toEqual([1, 3]);
  expect(again.opened.own).toMatchObject({ number: round, stake: formatAmount(1_000_000n) });
  expect(again.opened.table).toMatchObject({ seats: [{ seat: 1 }, { seat: 2 }, { seat: 3 }] });
});

test.concurrent("a seat is free thirty seconds after its player was last there, unless a bet is on it", async ({
  at,
  expect,
}) => {
  const { table } = await at.enter();
  await table.sit(1);
  table.disconnect();
  const { table: other } = await at.enter();
  await at.world.database.db.query("UPDATE tables.seats SET seen_at = seen_at - interval '31 seconds'");
  await expect.poll(async () => (await other.sit(1)).body.seats).toEqual([1]);
});

test.concurrent("a watcher has the cards and cannot take part", async ({ at, expect }) => {
  const watcher = await at.open(null);
  expect((await watcher.sit(1)).body.code).toBe("wrong_mode");
  const round = await watcher.nextBetting();
  expect((await watcher.act(round, 1, "hit")).body.code).toBe("wrong_mode");
  let end = await watcher.ended(round);
  // On a slow machine a round is voided when its beacon comes too late.
  for (let i = 0; i < 5 && end.type === "round" && end.round.phase === "voided"; i++) {
    end = await watcher.ended(await watcher.nextBetting());
  }
  expect(end).toMatchObject({ round: { outcome: { dealer: [], seats: [], moves: [] } } });
});
