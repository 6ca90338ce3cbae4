import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { Slip, SlipLeg } from "./port.ts";

export interface SlipRow {
  playerId: PlayerId;
  key: Uuid;
  currency: Currency;
  stake: Micros;
  closed: Micros;
  cashedOut: Micros;
  payout: Micros;
  boost: Micros;
  winCap: Micros;
  balanceAfter: Micros;
  placedAt: Date;
  settledAt: Date | null;
  revision: number;
  status: number;
  freeBet: boolean;
  requestHash: Buffer;
  rulesVersion: string;
  terms: string;
  grantNo: number | null;
  rate: number | null;
  fromBonus: Micros;
  paidBonus: Micros;
  cashedBonus: Micros;
  counted: Micros;
  bonusAfter: Micros;
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
  marketN: string;
  eventN: string;
  eventHead: string;
  eventState: string;
  chances: Json;
}

const statuses = ["open", "settled", "voided", "cashed_out"] as const;

/** Slips of these (player, key) pairs, by both: `player/key`. */
export async function findSlips(
  on: Queryable,
  pairs: readonly { readonly player: PlayerId; readonly key: Uuid }[],
): Promise<ReadonlyMap<string, SlipRow>> {
  const { rows } = await on.query<SlipRow>(
    `SELECT s.player_id AS "playerId", s.key, s.currency, s.stake, s.closed, s.cashed_out AS "cashedOut", s.payout, s.boost,
       s.win_cap AS "winCap", s.balance_after AS "balanceAfter", s.placed_at AS "placedAt", s.settled_at AS "settledAt", s.revision,
       s.status, s.free_bet AS "freeBet", s.request_hash AS "requestHash", s.rules_version AS "rulesVersion", s.terms,
       s.grant_no AS "grantNo", s.rate, s.from_bonus AS "fromBonus", s.paid_bonus + s.boost_bonus AS "paidBonus",
       s.cashed_bonus AS "cashedBonus", s.counted, s.bonus_after AS "bonusAfter",
       (SELECT json_agg(json_build_object('event', event, 'kind', kind, 'spec', spec, 'outcome', outcome, 'price', price,
        'market', market::text, 'marketN', market_n::text, 'eventN', event_n::text, 'eventHead', encode(event_head, 'hex'),
        'eventState', event_state, 'chances', chances) ORDER BY leg)::text
      FROM wallet.slip_legs l WHERE l.player_id = s.player_id AND l.key = s.key) AS legs
     FROM unnest($1::uuid[], $2::uuid[]) AS i(player_id, key)
     JOIN wallet.slips s ON s.player_id = i.player_id AND s.key = i.key`,
    [uuidArray(pairs.map(pair => pair.player)), uuidArray(pairs.map(pair => pair.key))],
    "wallet.find-slips",
  );
  return new Map(rows.map(row => [`${row.playerId}/${row.key}`, row]));
}

export function slipOf(row: SlipRow): Slip {
  return {
    player: row.playerId,
    key: row.key,
    currency: row.currency,
    stake: row.stake,
    closed: row.closed,
    cashedOut: row.cashedOut,
    status: statuses[row.status] ?? "open",
    payout: row.payout,
    boost: row.boost,
    revision: row.revision,
    freeBet: row.freeBet,
    terms: JSON.parse(row.terms) as Json,
    rulesVersion: row.rulesVersion,
    winCap: row.winCap,
    ...wageringOf(row),
    balanceAfter: row.balanceAfter,
    placedAt: row.placedAt,
    settledAt: row.settledAt,
    legs: (JSON.parse(row.legs) as readonly LegRow[]).map(legOf),
  };
}

function wageringOf(row: SlipRow): Pick<Slip, "wagering"> {
  const { grantNo: grant, rate, fromBonus, paidBonus, cashedBonus, counted, bonusAfter } = row;
  if (grant === null || rate === null) return {};
  return { wagering: { grant, rate, fromBonus, paidBonus, cashedBonus, counted, bonusAfter } };
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
    marketN: BigInt(leg.marketN),
    eventN: BigInt(leg.eventN),
    eventHead: leg.eventHead,
    eventState: leg.eventState,
    chances: leg.chances,
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
  const { wagering } = slip;
  const before = wagering && { ...wagering, paidBonus: none, cashedBonus: none, counted: none };
  return Object.assign({ ...slip, ...open }, before && { wagering: before });
}

/** Revisions by their ids: what each answered. */
export async function findRevisions(on: Queryable, player: PlayerId, slips: readonly Uuid[]) {
  const { rows } = await on.query<{
    key: Uuid;
    id: Uuid;
    number: number;
    owed: Micros;
    repaid: Micros;
    balanceAfter: Micros;
  }>(
    `SELECT key, id, number, owed, repaid, balance_after AS "balanceAfter" FROM wallet.slip_revisions
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
