import type { Queryable } from "#kit/db/db.ts";
import type { EventState, EventStatus } from "../../shared/apply/event-model.ts";
import type { Hold } from "./hold.ts";

/** An outcome and what it would cost. Sums are micro-dollars. */
export interface OutcomeRisk {
  readonly market: bigint;
  readonly kind: string;
  readonly spec: string;
  readonly outcome: string;
  /** Payouts less all that was staked on its market: what Fairhouse loses if it comes in; negative is a gain. */
  readonly loss: bigint;
  readonly payout: bigint;
  readonly cap: bigint;
}

export interface ListedEvent {
  readonly id: string;
  readonly sport: string;
  readonly fixture: Readonly<Record<string, unknown>>;
  readonly status: EventStatus;
  readonly plannedStart: Date | null;
  readonly state: EventState;
  readonly hold: Hold | null;
  readonly fault: string | null;
  readonly stake: bigint;
  /** Legs of open slips. */
  readonly legs: number;
  /** The outcome that costs most, and the one nearest to its cap; null without open slips. */
  readonly worst: OutcomeRisk | null;
  readonly fullest: OutcomeRisk | null;
}

export interface ListFilter {
  readonly state: "live" | "upcoming";
  readonly sport?: string | undefined;
  readonly until?: Date | undefined;
  readonly after?: { readonly start: Date; readonly id: string } | undefined;
}

interface JsonRisk {
  readonly market: string;
  readonly kind: string;
  readonly spec: string;
  readonly outcome: string;
  readonly loss: string;
  readonly payout: string;
  readonly cap: string;
}

type Row = Omit<ListedEvent, "worst" | "fullest"> & {
  readonly worst: JsonRisk | null;
  readonly fullest: JsonRisk | null;
};

const risk = `jsonb_build_object('market', market::text, 'kind', kind, 'spec', spec, 'outcome', outcome, 'loss', loss::text,
  'payout', payout::text, 'cap', cap::text)`;

/** What open slips of an event cost, by outcome; `caps` is an expression: the caps of the groups as jsonb. */
export const riskSql = (event: string, caps: string) => `
  SELECT *, payout - sum(stake) OVER (PARTITION BY market) AS loss FROM (
    SELECT m.id AS market, m.kind, m.spec, x.outcome, x.payout_usd AS payout, x.stake_usd AS stake, x.slips,
      coalesce((m.terms ->> 'cap')::bigint, (${caps} ->> m.grp)::bigint) AS cap
    FROM odds.markets m JOIN odds.exposures x ON x.market = m.id WHERE m.event = ${event} AND x.slips > 0) o`;

/** Live events, the most exposed first; upcoming ones in the order of start and id. `caps`: what an outcome may cost, by group of markets. */
export async function listTradedEvents(
  db: Queryable,
  { state, sport, until, after }: ListFilter,
  caps: Readonly<Record<string, string>>,
  now: Date,
  limit: number,
): Promise<readonly ListedEvent[]> {
  const order =
    state === "live" ? `(fullest ->> 'payout')::numeric / (fullest ->> 'cap')::numeric DESC NULLS LAST, ` : "";
  const { rows } = await db.query<Row>(
    `SELECT e.id, e.sport, e.fixture, e.status, e.planned_start AS "plannedStart", e.state, e.hold, e.fault,
       coalesce(r.stake, 0) AS stake, coalesce(r.legs, 0) AS legs, r.worst, r.fullest
     FROM odds.events e CROSS JOIN LATERAL (
       SELECT sum(stake)::bigint AS stake, sum(slips)::int AS legs, (array_agg(${risk} ORDER BY loss DESC))[1] AS worst,
         (array_agg(${risk} ORDER BY payout::numeric / greatest(cap, 1) DESC))[1] AS fullest
       FROM (${riskSql("e.id", "$1::jsonb")}) x) r
     WHERE e.planned_start IS NOT NULL AND ($3::text IS NULL OR e.sport = $3)
       AND CASE $2::text WHEN 'live' THEN e.status = 'live' ELSE e.status = 'scheduled' AND e.planned_start > $4 END
       AND ($5::timestamptz IS NULL OR e.planned_start < $5)
       AND ($6::timestamptz IS NULL OR (e.planned_start, e.id) > ($6, $7::text))
     ORDER BY ${order}e.planned_start, e.id LIMIT $8`,
    [JSON.stringify(caps), state, sport ?? null, now, until ?? null, after?.start ?? null, after?.id ?? null, limit],
  );
  return rows.map(row => Object.assign({}, row, { worst: riskOf(row.worst), fullest: riskOf(row.fullest) }));
}

function riskOf(json: JsonRisk | null): OutcomeRisk | null {
  if (!json) return null;
  const { kind, spec, outcome } = json;
  const [market, loss, payout, cap] = [json.market, json.loss, json.payout, json.cap].map(BigInt);
  return { market: market ?? 0n, kind, spec, outcome, loss: loss ?? 0n, payout: payout ?? 0n, cap: cap ?? 0n };
}

/** How many events are live. */
export async function countLive(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM odds.events WHERE status = 'live'",
  );
  return rows[0]?.count ?? 0;
}
