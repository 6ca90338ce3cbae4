import { int2Array, int4Array, int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";
import { transferSql } from "#modules/ledger/server/index.ts";
import { kindNumbers, type TransferKind } from "#modules/ledger/shared/kinds.ts";
import { isBet } from "./bet-row.ts";
import { endingKinds, playingKinds, slipKinds, voidKinds } from "./played-sql.ts";

/** One transfer of a wallet, with what is known of its bet where a bet ends in it, or of its slip. */
export interface PlayedRow {
  readonly playerId: string;
  readonly currency: string;
  readonly seq: bigint;
  readonly kind: number;
  /** Whether it is what a game staked, paid or took back: the other transfers are stakes that are given back, deposits and the like. */
  readonly isPlay: boolean;
  readonly amount: bigint;
  readonly debit: number;
  readonly credit: number;
  /** Id of the bet, or of the slip's revision. */
  readonly reference: string;
  /** Milliseconds since 1970, cut. */
  readonly at: number;
  /** Half hours since 1970. */
  readonly halfHour: number;
  /** The day in UTC, `2026-01-31`. */
  readonly day: string;
  readonly rulesVersion: string | null;
  /** For a slip, where its stake ends: its terms and its legs with price and chances. */
  readonly choice: string | null;
  readonly stake: bigint | null;
  readonly payout: bigint | null;
  /** The bonus money of the stake; of a free bet all of it. */
  readonly fromBonus: bigint | null;
  /** For a slip: whether this revision closes the last of its stake. */
  readonly closes: boolean | null;
  /** For a revision that reverses a settlement, and a round that is voided: the day of that settlement. */
  readonly reversedDay: string | null;
}

/** Numbers of a wallet after `begin`, up to `upto`. */
interface Numbers {
  readonly playerId: string;
  readonly currency: string;
  readonly begin: bigint;
  readonly upto: bigint;
}

/** `wallet` is the index among the wallets read, from 0. */
interface TransferRow {
  readonly wallet: number;
  readonly seq: bigint;
  readonly kind: number;
  readonly amount: bigint;
  readonly debit: number;
  readonly credit: number;
  readonly reference: string;
  /** Microseconds since 1970. */
  readonly at: number;
}

type OfBet = Pick<PlayedRow, "rulesVersion" | "choice" | "stake" | "payout" | "fromBonus" | "closes" | "reversedDay">;

const numbers = (kinds: readonly TransferKind[]): ReadonlySet<number> => new Set(kinds.map(kind => kindNumbers[kind]));
const ending = numbers(endingKinds);
const ofSlips = numbers(slipKinds);
const ofVoids = numbers(voidKinds);
const playing = numbers(playingKinds);
const microsPerHalfHour = 1_800_000_000;
const halfHourMs = 1_800_000;

/** OFFSET 0 keeps the planner at key ranges of each wallet. Times by `date_part`, whose numbers are not decimal and which costs a fraction of `extract`. */
const transfersSql = `
SELECT (m.n - 1)::int AS wallet, t.seq, t.kind, t.amount, t.debit, t.credit, t.reference, round(date_part('epoch', t.at) * 1000000) AS at
FROM unnest($1::uuid[], $2::text[], $3::int8[], $4::int8[]) WITH ORDINALITY AS m(player_id, currency, begin, upto, n)
CROSS JOIN LATERAL (
  SELECT * FROM ${transferSql.all} t WHERE t.player_id = m.player_id AND t.currency = m.currency AND t.seq > m.begin AND t.seq <= m.upto AND ${transferSql.within("m.begin", "m.upto")} OFFSET 0
) t
ORDER BY 1, t.seq`;

const betColumns = `b.key, b.rules_version AS "rulesVersion", b.choice, b.stake, b.payout, b.from_bonus AS "fromBonus"`;

/** One look into the table for all keys of a wallet: one for each key costs several times as much. */
const betsSql = `
SELECT (m.n - 1)::int AS wallet, b.*
FROM unnest($1::uuid[], $2::int4[], $3::int4[]) WITH ORDINALITY AS m(player_id, first, last, n)
CROSS JOIN LATERAL (
  SELECT ${betColumns} FROM wallet.bets b WHERE b.player_id = m.player_id AND b.key = ANY (($4::uuid[])[m.first:m.last]) OFFSET 0
) b`;

/** Archived bets, which are no longer in wallet.bets. */
const archivedBetsSql = `
SELECT m.wallet, b.*
FROM unnest($1::int4[], $2::uuid[], $3::uuid[]) AS m(wallet, player_id, key)
CROSS JOIN LATERAL (SELECT ${betColumns} FROM wallet.all_bets b WHERE ${isBet("m.player_id", "m.key")} OFFSET 0) b`;

const slipsSql = `
SELECT (t.n - 1)::int AS transfer, s.stake, s.rules_version AS "rulesVersion", CASE WHEN t.kind IN (${kindNumbers.slip_settle}, ${kindNumbers.slip_settle_reversed}) THEN (
    SELECT jsonb_build_object('terms', s.terms::jsonb, 'legs', jsonb_agg(jsonb_build_object('price', l.price, 'chances', l.chances) ORDER BY l.leg))
    FROM wallet.slip_legs l WHERE l.player_id = s.player_id AND l.key = s.key)::text END AS choice,
  CASE WHEN s.free_bet THEN s.stake ELSE s.from_bonus END AS "fromBonus",
  r.kind <> 4 OR s.stake = (SELECT sum(c.closed) FROM wallet.slip_revisions c
    WHERE c.player_id = r.player_id AND c.key = r.key AND c.number <= r.number) AS closes,
  ((SELECT e.at FROM wallet.slip_revisions e WHERE e.player_id = r.player_id AND e.key = r.key AND e.number < r.number AND e.kind IN (1, 2)
    ORDER BY e.number DESC LIMIT 1) AT TIME ZONE 'UTC')::date::text AS "reversedDay"
FROM unnest($1::uuid[], $2::uuid[], $3::int2[]) WITH ORDINALITY AS t(player_id, reference, kind, n)
CROSS JOIN LATERAL (SELECT * FROM wallet.slip_revisions r WHERE r.player_id = t.player_id AND r.id = t.reference OFFSET 0) r
CROSS JOIN LATERAL (SELECT * FROM wallet.slips s WHERE s.player_id = r.player_id AND s.key = r.key OFFSET 0) s`;

/** Voids of the bets, and of wins that were paid before the end of their round. */
const voidsSql = `
SELECT (t.n - 1)::int AS transfer, b.stake, b.from_bonus AS "fromBonus", b.rules_version AS "rulesVersion", b.choice,
  (coalesce(b.settled_at, r.closed_at) AT TIME ZONE 'UTC')::date::text AS "reversedDay"
FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS t(player_id, reference, n)
LEFT JOIN LATERAL (SELECT * FROM wallet.all_bets b WHERE ${isBet("t.player_id", "t.reference")} OFFSET 0) b ON true
LEFT JOIN wallet.provider_txs x ON x.player_id = t.player_id AND x.key = t.reference
LEFT JOIN wallet.provider_rounds r ON r.player_id = t.player_id AND r.round = x.round`;

const nothing: OfBet = {
  rulesVersion: null,
  choice: null,
  stake: null,
  payout: null,
  fromBonus: null,
  closes: null,
  reversedDay: null,
};

/** The transfers of wallets between two of their numbers, by wallet and in order of their numbers, archived ones too. */
export async function readPlayed(on: Queryable, wallets: readonly Numbers[]): Promise<readonly PlayedRow[]> {
  const { rows } = await on.query<TransferRow>(
    transfersSql,
    [
      uuidArray(wallets.map(({ playerId }) => playerId)),
      textArray(wallets.map(({ currency }) => currency)),
      int8Array(wallets.map(({ begin }) => begin)),
      int8Array(wallets.map(({ upto }) => upto)),
    ],
    "wallet.played",
  );
  const bets = await readBets(on, wallets, rows);
  const dayOf = daysByHalfHour();
  const others = new Map([...(await readSlips(on, wallets, rows)), ...(await readVoids(on, wallets, rows))]);
  return rows.map((row, index) => {
    const { wallet, seq, kind, amount, debit, credit, reference, at } = row;
    const { playerId, currency } = wallets[wallet] as Numbers;
    const of = (ending.has(kind) ? bets[wallet]?.get(reference) : others.get(index)) ?? nothing;
    const { rulesVersion, choice, stake, payout, fromBonus, closes, reversedDay } = of;
    const halfHour = Math.floor(at / microsPerHalfHour);
    return {
      playerId,
      currency,
      seq,
      kind,
      isPlay: playing.has(kind),
      amount,
      debit,
      credit,
      reference,
      at: Math.floor(at / 1000),
      halfHour,
      day: dayOf(halfHour),
      rulesVersion,
      choice,
      stake,
      payout,
      fromBonus,
      closes,
      reversedDay,
    };
  });
}

/** The day of UTC in which a half hour lies; few half hours are asked often. */
function daysByHalfHour(): (halfHour: number) => string {
  const known = new Map<number, string>();
  return halfHour => {
    const day = known.get(halfHour) ?? new Date(halfHour * halfHourMs).toISOString().slice(0, 10);
    known.set(halfHour, day);
    return day;
  };
}

interface BetRow extends OfBet {
  readonly wallet: number;
  readonly key: string;
}

/** The bets that end in these transfers, by wallet and key. */
async function readBets(
  on: Queryable,
  wallets: readonly Numbers[],
  rows: readonly TransferRow[],
): Promise<readonly Map<string, OfBet>[]> {
  const found = wallets.map(() => new Map<string, OfBet>());
  const ended = rows.filter(({ kind }) => ending.has(kind));
  if (ended.length === 0) return found;
  const [first, last] = [new Array<number>(wallets.length).fill(1), new Array<number>(wallets.length).fill(0)];
  ended.forEach(({ wallet }, index) => {
    if (last[wallet] === 0) first[wallet] = index + 1;
    last[wallet] = index + 1;
  });
  const keys = ended.map(({ reference }) => reference);
  const add = (read: readonly BetRow[]) => {
    for (const row of read) found[row.wallet]?.set(row.key, withoutSlip(row));
  };
  const players = uuidArray(wallets.map(({ playerId }) => playerId));
  const recent = await on.query<BetRow>(
    betsSql,
    [players, int4Array(first), int4Array(last), uuidArray(keys)],
    "wallet.played-bets",
  );
  add(recent.rows);
  const missing = ended.filter(({ wallet, reference }) => !found[wallet]?.has(reference));
  if (missing.length === 0) return found;
  const archived = await on.query<BetRow>(
    archivedBetsSql,
    [
      int4Array(missing.map(({ wallet }) => wallet)),
      uuidArray(missing.map(({ wallet }) => wallets[wallet]?.playerId ?? "")),
      uuidArray(missing.map(({ reference }) => reference)),
    ],
    "wallet.played-archived-bets",
  );
  add(archived.rows);
  return found;
}

const withoutSlip = ({ rulesVersion, choice, stake, payout, fromBonus }: BetRow): OfBet => ({
  rulesVersion,
  choice,
  stake,
  payout,
  fromBonus,
  closes: null,
  reversedDay: null,
});

/** What voids of rounds take back, by index of the transfer. */
async function readVoids(
  on: Queryable,
  wallets: readonly Numbers[],
  rows: readonly TransferRow[],
): Promise<ReadonlyMap<number, OfBet>> {
  const indexes = rows.flatMap(({ kind }, index) => (ofVoids.has(kind) ? [index] : []));
  if (indexes.length === 0) return new Map();
  const of = indexes.map(index => rows[index] as TransferRow);
  const voids = await on.query<Omit<SlipRow, "closes">>(
    voidsSql,
    [
      uuidArray(of.map(({ wallet }) => wallets[wallet]?.playerId ?? "")),
      uuidArray(of.map(({ reference }) => reference)),
    ],
    "wallet.played-voids",
  );
  return new Map(
    voids.rows.map(({ transfer, rulesVersion, choice, stake, fromBonus, reversedDay }) => [
      indexes[transfer] as number,
      { rulesVersion, choice, stake, payout: null, fromBonus, closes: null, reversedDay },
    ]),
  );
}

interface SlipRow extends Omit<OfBet, "payout"> {
  readonly transfer: number;
}

/** The slips that a transfer pays or takes back, by index of the transfer. */
async function readSlips(
  on: Queryable,
  wallets: readonly Numbers[],
  rows: readonly TransferRow[],
): Promise<ReadonlyMap<number, OfBet>> {
  const indexes = rows.flatMap(({ kind }, index) => (ofSlips.has(kind) ? [index] : []));
  if (indexes.length === 0) return new Map();
  const of = indexes.map(index => rows[index] as TransferRow);
  const slips = await on.query<SlipRow>(
    slipsSql,
    [
      uuidArray(of.map(({ wallet }) => wallets[wallet]?.playerId ?? "")),
      uuidArray(of.map(({ reference }) => reference)),
      int2Array(of.map(({ kind }) => kind)),
    ],
    "wallet.played-slips",
  );
  return new Map(
    slips.rows.map(({ transfer, rulesVersion, choice, stake, fromBonus, closes, reversedDay }) => [
      indexes[transfer] as number,
      { rulesVersion, choice, stake, payout: null, fromBonus, closes, reversedDay },
    ]),
  );
}
