import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { Slip, SlipLeg } from "./port.ts";

export interface SlipRow {
  player_id: PlayerId;
  key: Uuid;
  currency: Currency;
  stake: Micros;
  closed: Micros;
  cashed_out: Micros;
  payout: Micros;
  boost: Micros;
  win_cap: Micros;
  balance_after: Micros;
  placed_at: Date;
  settled_at: Date | null;
  revision: number;
  status: number;
  free_bet: boolean;
  request_hash: Buffer;
  rules_version: string;
  terms: string;
  /** JSON. */
  legs: string;
}

interface LegRow {
  event: string;
  kind: string;
  spec: string;
  outcome: string;
  price: number;
  market: string;
  market_n: string;
  event_n: string;
  event_head: string;
  event_state: string;
}

const statuses = ["open", "settled", "voided", "cashed_out"] as const;

/** Slips of these (player, key) pairs, by both: `player/key`. */
export async function findSlips(
  on: Queryable,
  pairs: readonly { readonly player: PlayerId; readonly key: Uuid }[],
): Promise<ReadonlyMap<string, SlipRow>> {
  const { rows } = await on.query<SlipRow>(
    `SELECT s.*, (SELECT json_agg(json_build_object('event', event, 'kind', kind, 'spec', spec, 'outcome', outcome, 'price', price,
        'market', market::text, 'market_n', market_n::text, 'event_n', event_n::text, 'event_head', encode(event_head, 'hex'),
        'event_state', event_state) ORDER BY leg)::text
      FROM wallet.slip_legs l WHERE l.player_id = s.player_id AND l.key = s.key) AS legs
     FROM unnest($1::uuid[], $2::uuid[]) AS i(player_id, key)
     JOIN wallet.slips s ON s.player_id = i.player_id AND s.key = i.key`,
    [uuidArray(pairs.map(pair => pair.player)), uuidArray(pairs.map(pair => pair.key))],
    "wallet.find-slips",
  );
  return new Map(rows.map(row => [`${row.player_id}/${row.key}`, row]));
}

export function slipOf(row: SlipRow): Slip {
  return {
    player: row.player_id,
    key: row.key,
    currency: row.currency,
    stake: row.stake,
    closed: row.closed,
    cashedOut: row.cashed_out,
    status: statuses[row.status] ?? "open",
    payout: row.payout,
    boost: row.boost,
    revision: row.revision,
    freeBet: row.free_bet,
    terms: JSON.parse(row.terms) as Json,
    rulesVersion: row.rules_version,
    winCap: row.win_cap,
    balanceAfter: row.balance_after,
    placedAt: row.placed_at,
    settledAt: row.settled_at,
    legs: (JSON.parse(row.legs) as readonly LegRow[]).map(legOf),
  };
}

function legOf(leg: LegRow): SlipLeg {
  const { event, kind, spec, outcome, price } = leg;
  return {
    event,
    kind,
    spec,
    outcome,
    price,
    market: BigInt(leg.market),
    marketN: BigInt(leg.market_n),
    eventN: BigInt(leg.event_n),
    eventHead: leg.event_head,
    eventState: leg.event_state,
  };
}

/** The slip as the response to its acceptance showed it. */
export function acceptedSlip(slip: Slip): Slip {
  const none = micros(0n);
  const open = {
    status: "open",
    closed: none,
    cashedOut: none,
    payout: none,
    boost: none,
    revision: 0,
    settledAt: null,
  } as const;
  return { ...slip, ...open };
}

/** Revisions by their ids: what each answered. */
export async function findRevisions(on: Queryable, player: PlayerId, slips: readonly Uuid[]) {
  const { rows } = await on.query<{
    key: Uuid;
    id: Uuid;
    number: number;
    owed: Micros;
    repaid: Micros;
    balance_after: Micros;
  }>(
    `SELECT key, id, number, owed, repaid, balance_after FROM wallet.slip_revisions
     WHERE player_id = $1 AND key = ANY($2::uuid[])`,
    [player, uuidArray(slips)],
    "wallet.find-revisions",
  );
  return rows;
}

export async function hasOpenSlips(on: Queryable, player: PlayerId): Promise<boolean> {
  const { rowCount } = await on.query("SELECT FROM wallet.slips WHERE player_id = $1 AND status = 0 LIMIT 1", [player]);
  return rowCount === 1;
}
