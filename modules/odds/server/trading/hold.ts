import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { announce } from "../announce.ts";
import type { DecidedBy } from "./by.ts";
import { insertDecision } from "./decisions.ts";

export const holds = ["suspended", "closed"] as const;
export type Hold = (typeof holds)[number];

/** What is held: a producer, an event, or a market of one. */
export type HoldScope =
  | { readonly level: "producer"; readonly id: string }
  | { readonly level: "event"; readonly id: string }
  | { readonly level: "market"; readonly id: string };

interface Held {
  readonly hold: Hold | null;
  readonly tradingN: number;
  readonly event: string | null;
}

const tables = { producer: "odds.producers", event: "odds.events", market: "odds.markets" } as const;
const keys = { producer: "producer", event: "id", market: "id" } as const;
const events = { producer: "NULL", event: "id", market: "event" } as const;

/** Undefined where there is no such thing. */
export async function readHold(db: Queryable, scope: HoldScope): Promise<Held | undefined> {
  return select(db, scope, "");
}

async function select(db: Queryable, { level, id }: HoldScope, lock: string): Promise<Held | undefined> {
  if (level === "market" && !/^[1-9][0-9]{0,17}$/.test(id)) return undefined;
  const { rows } = await db.query<Held>(
    `SELECT hold, trading_n AS "tradingN", ${events[level]} AS event FROM ${tables[level]} WHERE ${keys[level]} = $1 ${lock}`,
    [level === "market" ? BigInt(id) : id],
  );
  return rows[0];
}

/**
 * Holds or releases. Waits for the bets in flight on the row; nothing is accepted after the commit of a hold. @returns the hold before;
 * undefined where there is no such thing
 */
export async function setHold(
  { signals }: Pick<Host, "signals">,
  tx: Tx,
  scope: HoldScope,
  hold: Hold | null,
  by: DecidedBy,
): Promise<Hold | null | undefined> {
  const { level, id } = scope;
  const before = await select(tx, scope, "FOR NO KEY UPDATE");
  if (!before) return undefined;
  await tx.query(`UPDATE ${tables[level]} SET hold = $2, trading_n = trading_n + 1 WHERE ${keys[level]} = $1`, [
    level === "market" ? BigInt(id) : id,
    hold,
  ]);
  const about =
    level === "producer"
      ? { producer: id }
      : level === "market"
        ? { event: before.event ?? "", market: BigInt(id) }
        : { event: id };
  const facts = { before: { hold: before.hold }, after: { hold } };
  await insertDecision(tx, hold === null ? "lift" : "hold", about, facts, by);
  await announce(signals, tx, before.event === null ? await openEvents(tx) : [before.event]);
  return before.hold;
}

/** Live ones, and those of the next day: what the pages show of a producer. */
async function openEvents(tx: Tx): Promise<readonly string[]> {
  const { rows } = await tx.query<{ id: string }>("SELECT id FROM odds.events WHERE status = 'live' ORDER BY id");
  return rows.map(({ id }) => id);
}
