import { once } from "node:events";
import { expect, test } from "vitest";
import { testDatabase } from "#kit/testing/test-database.ts";
import { startCasinoDouble } from "#studio/testing/casino-double.ts";
import { eachKill } from "#studio/testing/large-runs.ts";
import { balanceOf, differences, openOf, seat, startTables } from "#studio/testing/table-faults.ts";
import { connect, startTestStudio, studioMigrations } from "#studio/testing/test-studio.ts";
import { type OpenTable, openTable } from "#studio/testing/test-tables.ts";
import { fiveSeatsBlackjack } from "../blackjack/game.ts";
import { turnFailpoints } from "./failpoints.ts";

/** kill -9 in the middle of a hand: it goes on, and ends once. */

const game = fiveSeatsBlackjack.slug;

/** Doubles where that is possible, unless the clock is to decide. */
async function play(table: OpenTable, round: number, byClock: boolean): Promise<void> {
  for (let i = 0; i < 8; i++) {
    const facts = await table.facts(round, ({ phase }) => phase !== "betting" && phase !== "closed", "the cards");
    const { next } = facts.play ?? {};
    if (facts.phase !== "playing" || !next || next.kind === "over") return;
    if (byClock) await table.facts(round, now => JSON.stringify(now.play?.next) !== JSON.stringify(next), "the clock");
    else if (next.kind === "all") await table.act(round, 2, "decline");
    else if ((await table.act(round, next.seat, "double", { hand: next.hand })).status !== 200)
      await table.act(round, next.seat, "stand", { hand: next.hand });
  }
}

async function playRound(table: OpenTable, byClock: boolean): Promise<number> {
  await table.sit(2);
  const round = await table.nextBetting();
  const { status } = await table.bet(round, { "seat-2": "5", "pairs-2": "1" });
  expect(status).toBe(200);
  await play(table, round, byClock);
  await table.ended(round);
  return round;
}

test.concurrent.for(eachKill(Object.keys(turnFailpoints)))(
  "kill -9 at %s, kill %i: the hand goes on where it was, and ends once",
  { timeout: 400_000 },
  async ([point], { onTestFinished: atEnd, expect: claim }) => {
    const database = await testDatabase({ sources: studioMigrations });
    const casino = await startCasinoDouble();
    atEnd(casino.close);
    atEnd(database.close);
    const first = await startTestStudio({ database });
    await connect(first, casino);
    await first.studio.close();
    const byClock = point === "table.turn.expired";
    // The first hand that is dealt is that of an empty table.
    const killAt = `${point}:${point === "table.hand.dealt" ? 2 : 1}`;
    const victim = await startTables(database, atEnd, { killAt, tables: "blackjack" });
    const ended = once(victim.child, "exit");
    const player = await seat(casino);
    const table = await openTable(victim, casino, player, { game });
    for (let i = 0; i < 12 && victim.child.exitCode === null && victim.child.signalCode === null; i++)
      await Promise.race([playRound(table, byClock).catch(() => undefined), ended]);
    await ended;
    table.disconnect();
    // The seat stays for thirty seconds, however long this machine takes to start the studio.
    await database.db.query("UPDATE tables.seats SET seen_at = now() + interval '5 minutes'");
    const next = await startTables(database, atEnd, { tables: "blackjack" });
    const again = await openTable(next, casino, player, { game });
    claim(again.opened.seats).toEqual([2]);
    await playRound(again, true);
    await claim.poll(() => openOf({ database }), { timeout: 30_000 }).toBe(0);
    claim(await differences({ database }, casino)).toEqual([]);
    claim(casino.balanceOf(player)).toBe(balanceOf(casino, player));
    // A round that a slow machine closes after its beacon is void before a card is dealt.
    const { rows } = await database.db.query(
      "SELECT void_reason FROM tables.rounds WHERE state = 'voided' AND void_reason <> 'closed_late'",
    );
    claim(rows).toEqual([]);
    again.disconnect();
  },
);
