import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { StatementLine } from "../shared/provider-calls.ts";
import { type Playing, type TestProviders, testProviders, uuid } from "../testing/test-providers.ts";
import { closeDecidedRound } from "./decide-rounds.ts";
import { decidedDifferences, openDifferences } from "./office-store.ts";
import { reconcile } from "./reconcile.ts";

const unit = 1_000_000n;
let casino: TestProviders;
beforeAll(async () => {
  casino = await testProviders();
});
afterEach(() => casino.expectBooks());
afterAll(() => casino.close());

/** A round of one bet of 1 whose provider has said nothing more. */
async function spin() {
  const kate = await casino.playing(10n * unit);
  const bet = kate.bet();
  expect((await casino.simulated.call("bet", bet))?.status).toBe("ok");
  const [open] = await casino.wallet.providerRounds.openOf(kate.player);
  return { kate, bet, round: required(open, "an open round").key };
}
type Round = Awaited<ReturnType<typeof spin>>;

/** What the provider's statement says of the bet, or of a win. */
function state({ bet }: Round, line: Partial<StatementLine>): StatementLine {
  const { tx, round, game, player, currency } = bet as Record<string, string>;
  const at = new Date(casino.host.clock.now()).toISOString();
  const stated = { tx, round, game, player, currency, kind: "bet", amount: "1", state: "ok", at, ...line };
  casino.simulated.lines.push(stated as StatementLine);
  return stated as StatementLine;
}
function restate(tx: string, line: Partial<StatementLine>): void {
  const index = casino.simulated.lines.findIndex(each => each.tx === tx);
  const former = required(casino.simulated.lines[index], "a stated line");
  casino.simulated.lines.splice(index, 1, { ...former, ...line } as StatementLine);
}

async function decide({ kate, round }: Round, decision: "pay" | "void", amount: string): Promise<Uuid> {
  const request = uuid();
  await closeDecidedRound(casino.providers.needs, { player: kate.player, round, decision, amount, request });
  return request;
}
async function voidSettled({ kate, round }: Round): Promise<Uuid> {
  const request = uuid();
  const which = { player: kate.player, round, request };
  const voided = await casino.host.db.tx(tx => casino.wallet.providerRounds.voidSettled(tx, which));
  expect(voided?.why).toBeUndefined();
  return request;
}

/** The differences of a player an hour later: open ones, and those that a decision closed. */
async function compared({ player }: Playing) {
  const { host, providers, provider } = casino;
  await host.clock.advance(3_600_000);
  await reconcile(providers.needs, provider());
  const [open, decided] = [await openDifferences(host.db, 50), await decidedDifferences(host.db, new Date(0), 50)];
  const of = (rows: typeof open) =>
    rows
      .filter(({ playerId }: { playerId: PlayerId }) => playerId === player)
      .map(({ kind, decision }) => [kind, decision && { kind: decision.kind, request: decision.request }]);
  return { open: of(open), decided: of(decided) };
}
const nothing = { open: [], decided: [] };

test("a win that two operators booked is in no statement: the decision closes it, and the row names it", async () => {
  const round = await spin();
  state(round, {});
  const request = await decide(round, "pay", "4");
  const byDecision = ["missing_there", { kind: "paid", request }];
  expect(await compared(round.kate)).toEqual({ open: [], decided: [byDecision] });
  expect(await compared(round.kate)).toEqual({ open: [], decided: [byDecision] });
  // The provider's own line of the same win comes days later, and is the same.
  const win = state(round, { tx: uuid(), kind: "win", amount: "4" });
  const both = [byDecision, ["missing_here", { kind: "paid", request }]];
  const later = await compared(round.kate);
  expect(later.open).toEqual([]);
  expect(new Set(later.decided)).toEqual(new Set(both));
  // It is corrected to another sum: a new difference, which names the decision that it disagrees with.
  const before = await openSince(win.tx);
  restate(win.tx, { amount: "5", at: new Date(casino.host.clock.now()).toISOString() });
  expect((await compared(round.kate)).open).toEqual([["missing_here", { kind: "paid", request }]]);
  expect((await openSince(win.tx)).getTime()).toBeGreaterThan(before.getTime());
  restate(win.tx, { amount: "4" });
  expect((await compared(round.kate)).open).toEqual([]);
  expect(await casino.real(round.kate.player)).toBe(13n * unit);
});

async function isOpen(tx: string): Promise<boolean> {
  const { rowCount } = await casino.host.db.query(
    "SELECT FROM providers.differences WHERE theirs ->> 'tx' = $1 AND resolved_at IS NULL",
    [tx],
  );
  return rowCount !== 0;
}

/** When the difference of this line was found. */
async function openSince(tx: string): Promise<Date> {
  const { rows } = await casino.host.db.query<{ at: Date }>(
    "SELECT found_at AS at FROM providers.differences WHERE theirs ->> 'tx' = $1",
    [tx],
  );
  return required(rows[0], "a difference").at;
}

test("a difference that was open before closes by the decision, whenever its line was stated", async () => {
  const round = await spin();
  state(round, {});
  const win = state(round, { tx: uuid(), kind: "win", amount: "3" });
  for (let hour = 0; hour < 4; hour++) expect((await compared(round.kate)).open).toEqual([["missing_here", null]]);
  const request = await decide(round, "pay", "3");
  const { open, decided } = await compared(round.kate);
  expect(open).toEqual([]);
  expect(decided).toContainEqual(["missing_here", { kind: "paid", request }]);
  expect(win.state).toBe("ok");
});

test("two wins that did not arrive are one decided win if they are as much together", async () => {
  const round = await spin();
  state(round, {});
  for (const amount of ["1", "2"]) state(round, { tx: uuid(), kind: "win", amount });
  const request = await decide(round, "pay", "3");
  const { open, decided } = await compared(round.kate);
  expect(open).toEqual([]);
  expect(decided.filter(([kind]) => kind === "missing_here")).toEqual([
    ["missing_here", { kind: "paid", request }],
    ["missing_here", { kind: "paid", request }],
  ]);
});

test("one paid win accounts for one: an equal one that is stated hours later stays open", async () => {
  const round = await spin();
  state(round, {});
  const request = await decide(round, "pay", "4");
  const paid = { kind: "paid", request };
  const first = state(round, { tx: uuid(), kind: "win", amount: "4" });
  expect((await compared(round.kate)).open).toEqual([]);
  for (let hour = 0; hour < 4; hour++) expect((await compared(round.kate)).open).toEqual([]);
  const second = state(round, { tx: uuid(), kind: "win", amount: "4" });
  for (let hour = 0; hour < 3; hour++) expect((await compared(round.kate)).open).toEqual([["missing_here", paid]]);
  expect(await isOpen(first.tx)).toBe(false);
  // The first one was an error of its own, and is taken back: what is left is as much as was paid.
  restate(first.tx, { state: "refused", at: new Date(casino.host.clock.now()).toISOString() });
  await compared(round.kate);
  expect((await compared(round.kate)).open).toEqual([]);
  expect(await isOpen(second.tx)).toBe(false);
});

test.each<[string, Partial<StatementLine>]>([
  ["in another currency", { currency: "EUR" }],
  ["that was taken back", { state: "rolled_back" }],
])("a win %s is none that operators paid", async (_what, line) => {
  const round = await spin();
  state(round, {});
  const request = await decide(round, "pay", "4");
  state(round, { tx: uuid(), kind: "win", amount: "4", ...line });
  const paid = { kind: "paid", request };
  expect((await compared(round.kate)).open).toEqual([["missing_here", paid]]);
  // Nor does it add to the one that they paid.
  const own = state(round, { tx: uuid(), kind: "win", amount: "4" });
  expect((await compared(round.kate)).open).toEqual([["missing_here", paid]]);
  expect(await isOpen(own.tx)).toBe(false);
});

test("a paid win that is stated twice, on two pages, is one", async () => {
  const round = await spin();
  state(round, {});
  await decide(round, "pay", "4");
  const line = { tx: uuid(), kind: "win", amount: "4" } as const;
  for (let page = 0; page < 2; page++) state(round, line);
  expect((await compared(round.kate)).open).toEqual([]);
});

test("a decision excuses no other difference of its round, and none of another round", async () => {
  const round = await spin();
  // The bet is in no statement, and nobody has decided about that.
  const request = await decide(round, "pay", "4");
  expect((await compared(round.kate)).open).toEqual([["missing_there", { kind: "paid", request }]]);
  state(round, { at: new Date(casino.host.clock.now() - 3_600_000).toISOString() });
  expect((await compared(round.kate)).open).toEqual([]);
  const other = round.kate.bet();
  expect((await casino.simulated.call("bet", other))?.status).toBe("ok");
  expect((await casino.simulated.call("win", round.kate.win(other.round, "4")))?.status).toBe("ok");
  const { open } = await compared(round.kate);
  expect(open).toEqual([
    ["missing_there", null],
    ["missing_there", null],
  ]);
});

test("stakes that operators returned differ from a statement that has the bet as taken, until it states a win", async () => {
  const round = await spin();
  state(round, {});
  const request = await decide(round, "void", "0");
  const returned = { kind: "returned", request };
  const { open, decided } = await compared(round.kate);
  expect(open).toEqual([]);
  expect(new Set(decided)).toEqual(
    new Set([
      ["state", returned],
      ["missing_there", returned],
    ]),
  );
  state(round, { tx: uuid(), kind: "win", amount: "2" });
  expect((await compared(round.kate)).open).toEqual([["missing_here", returned]]);
  expect(await casino.real(round.kate.player)).toBe(10n * unit);
});

test("a returned bet that the statement leaves out closes with the decision about its round", async () => {
  const round = await spin();
  for (let hour = 0; hour < 4; hour++) expect((await compared(round.kate)).open).toEqual([["missing_there", null]]);
  const request = await decide(round, "void", "0");
  const left = ["missing_there", { kind: "returned", request }];
  expect(await compared(round.kate)).toEqual({ open: [], decided: [left, left] });
  expect(await compared(round.kate)).toEqual({ open: [], decided: [left, left] });
});

test("a bet that its provider rolled back itself is none of those that operators returned", async () => {
  const round = await spin();
  const second = round.kate.bet({ round: round.bet.round });
  expect((await casino.simulated.call("bet", second))?.status).toBe("ok");
  expect((await casino.simulated.call("rollback", round.kate.rollback(second)))?.status).toBe("ok");
  state(round, {});
  state(round, { tx: second.tx });
  const request = await decide(round, "void", "0");
  const returned = { kind: "returned", request };
  const { open, decided } = await compared(round.kate);
  // The provider states that one as taken, and its own rollback not at all.
  expect(new Set(open)).toEqual(
    new Set([
      ["state", returned],
      ["missing_there", returned],
    ]),
  );
  expect(new Set(decided)).toEqual(
    new Set([
      ["state", returned],
      ["missing_there", returned],
    ]),
  );
});

test("a settled round that its provider takes back differs until two operators void it", async () => {
  const round = await spin();
  const { simulated } = casino;
  const win = round.kate.win(round.bet.round, "6");
  expect((await simulated.call("win", win))?.status).toBe("ok");
  const [bet, paid] = [state(round, {}), state(round, { tx: win.tx, kind: "win", amount: "6" })];
  expect(await compared(round.kate)).toEqual(nothing);
  const rollback = round.kate.rollback(round.bet);
  expect((await simulated.call("rollback", rollback))?.status).toBe("already_won");
  const now = new Date(casino.host.clock.now()).toISOString();
  restate(bet.tx, { state: "rolled_back", at: now });
  restate(paid.tx, { state: "refused", at: now });
  state(round, { tx: rollback.tx, kind: "rollback" });
  const before = await compared(round.kate);
  expect(before.open.map(([kind]) => kind).toSorted()).toEqual(["missing_here", "state", "state"]);
  const request = await voidSettled(round);
  const after = await compared(round.kate);
  expect(after.open).toEqual([]);
  expect(after.decided).toHaveLength(3);
  for (const [, decision] of after.decided) expect(decision).toEqual({ kind: "voided", request });
  // The provider pays after all: that is no consequence of the void.
  state(round, { tx: uuid(), kind: "win", amount: "6" });
  expect((await compared(round.kate)).open).toEqual([["missing_here", { kind: "voided", request }]]);
  expect(await casino.real(round.kate.player)).toBe(10n * unit);
});

test("bet and win that were missing in the statement for hours close with the void of their round", async () => {
  const round = await spin();
  await casino.simulated.call("win", round.kate.win(round.bet.round, "6"));
  for (let hour = 0; hour < 4; hour++)
    expect((await compared(round.kate)).open).toEqual([
      ["missing_there", null],
      ["missing_there", null],
    ]);
  const request = await voidSettled(round);
  const voided = ["missing_there", { kind: "voided", request }];
  expect(await compared(round.kate)).toEqual({ open: [], decided: [voided, voided] });
});

test("what differs in another way than before is one difference", async () => {
  const round = await spin();
  const bet = state(round, { amount: "2" });
  expect((await compared(round.kate)).open).toEqual([["amount", null]]);
  restate(bet.tx, { amount: "1", state: "rolled_back" });
  expect((await compared(round.kate)).open).toEqual([["state", null]]);
  restate(bet.tx, { state: "ok" });
  expect(await compared(round.kate)).toEqual(nothing);
  await casino.simulated.call("win", round.kate.win(round.bet.round, "0"));
});

test("a voided round that its provider leaves as it was differs in nothing", async () => {
  const round = await spin();
  const win = round.kate.win(round.bet.round, "6");
  await casino.simulated.call("win", win);
  state(round, {});
  state(round, { tx: win.tx, kind: "win", amount: "6" });
  await voidSettled(round);
  expect(await compared(round.kate)).toEqual(nothing);
});
