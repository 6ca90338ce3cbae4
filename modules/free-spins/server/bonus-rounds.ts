import type { Queryable, Tx } from "#kit/db/db.ts";
import { enqueue } from "#kit/jobs/enqueue.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { freeRoundIsOpen, freeRoundsSql, type OwnedGrant } from "#modules/wallet/server/index.ts";
import { grantOne } from "./grant-players.ts";
import type { FreeSpinsNeeds } from "./needs.ts";
import { pushJob } from "./push-grants.ts";
import { endGrants } from "./store.ts";

export interface RoundsToGive {
  readonly bonus: Uuid;
  readonly player: PlayerId;
  readonly campaign: Uuid;
  /** The bonus campaign that rounds may be reserved for: a step of a welcome pack. */
  readonly holder?: Uuid;
}

/** Rounds whose wins are collected for a bonus: the grant has the id of the bonus. */
export interface RoundsForBonuses {
  /** False where the campaign cannot give them to this player. */
  grant(tx: Tx, to: RoundsToGive): Promise<boolean>;
  /** No further round starts; one that has started ends. */
  end(tx: Tx, player: PlayerId, bonus: Uuid): Promise<void>;
}

export const roundsForBonuses = (needs: FreeSpinsNeeds): RoundsForBonuses => ({
  grant: (tx, { bonus, player, campaign, holder }) =>
    grantOne(needs, tx, { id: bonus, player, campaign, wins: "bonus", by: "bonuses", holder }),
  end: (tx, player, bonus) => endForBonus(needs, tx, { grant: bonus, player }),
});

async function endForBonus({ host, wallet }: FreeSpinsNeeds, tx: Tx, bonus: OwnedGrant): Promise<void> {
  const at = new Date(host.clock.now());
  const { rows: unconfirmed } = await tx.query<OwnedGrant>(
    `SELECT id AS grant, player_id AS player FROM free_spins.grants
     WHERE player_id = $1 AND id = $2 AND confirmed = 'nothing' AND ended_at IS NULL FOR UPDATE`,
    [bonus.player, bonus.grant],
  );
  const ended = [...unconfirmed, ...(await wallet.providerRounds.cancelFreeRounds(tx, [bonus], at))];
  if (ended.length === 0) return;
  await endGrants(tx, ended, at);
  await enqueue(tx, pushJob, {}, { key: pushJob });
}

/** What rounds a campaign gives, in every language. */
export interface RoundTerms {
  readonly campaign: Uuid;
  readonly slug: string;
  readonly titles: { readonly en: string; readonly ru: string; readonly kk: string };
  readonly currency: Currency;
  readonly bet: Micros;
  readonly count: number;
  readonly expiresAt: Date;
}

/** The rounds of a bonus, and what they have won so far. */
export interface RoundsOfBonus extends RoundTerms {
  readonly bonus: Uuid;
  /** Null until the provider has them. */
  readonly left: number | null;
  readonly won: Micros;
  readonly isCancelled: boolean;
  /** No round is left or open. */
  readonly isOver: boolean;
}

/** What is reserved of campaigns: (campaign_id, holder, value). */
export const roundsReserved = "free_spins.reservations";

/** Campaigns that can give rounds to any bonus now, up to what is left of their cost cap: (id, expires_at). */
export const roundsOffered =
  "(SELECT id, expires_at FROM free_spins.campaigns WHERE state = 'open' AND wins = 'bonus' AND reserved = 0 AND granted + bet * count <= cost_cap)";

const termColumns = `c.id AS campaign, c.game_slug AS slug, c.game_titles AS titles, c.currency, c.bet, c.count,
  c.expires_at AS "expiresAt"`;
const rounds = `free_spins.grants g JOIN free_spins.campaigns c ON c.id = g.campaign_id AND c.wins = 'bonus'
  LEFT JOIN ${freeRoundsSql} f ON f.player_id = g.player_id AND f.grant_id = g.id`;
/** A process whose clock is behind may take a last round after the time. */
const lateness = "interval '1 minute'";
const isOver = (
  now: string,
) => `CASE WHEN f.grant_id IS NULL THEN g.ended_at IS NOT NULL OR g.confirmed IN ('refused', 'lapsed')
  ELSE (f.rounds_left = 0 OR f.cancelled_at IS NOT NULL OR f.expires_at + ${lateness} <= ${now}) AND NOT ${freeRoundIsOpen} END`;

/** Grants whose rounds are over: (bonus). */
export const roundsOver = (now: string): string => `(SELECT g.id AS bonus FROM ${rounds} WHERE ${isOver(now)})`;

export async function roundTermsOf(on: Queryable, campaigns: readonly Uuid[]): Promise<ReadonlyMap<Uuid, RoundTerms>> {
  if (campaigns.length === 0) return new Map();
  const { rows } = await on.query<RoundTerms>(
    `SELECT ${termColumns} FROM free_spins.campaigns c WHERE c.id = ANY ($1::uuid[])`,
    [campaigns],
  );
  return new Map(rows.map(row => [row.campaign, row]));
}

export async function roundsOf(
  on: Queryable,
  player: PlayerId,
  bonuses: readonly Uuid[],
  now: Date,
): Promise<ReadonlyMap<Uuid, RoundsOfBonus>> {
  if (bonuses.length === 0) return new Map();
  const { rows } = await on.query<RoundsOfBonus>(
    `SELECT g.id AS bonus, ${termColumns}, f.rounds_left AS left, coalesce(f.won, 0)::bigint AS won,
       coalesce(f.cancelled_at, g.ended_at) IS NOT NULL AS "isCancelled", ${isOver("$2::timestamptz")} AS "isOver"
     FROM ${rounds} WHERE g.player_id = $3 AND g.id = ANY ($1::uuid[])`,
    [bonuses, now, player],
  );
  return new Map(rows.map(row => [row.bonus, row]));
}
