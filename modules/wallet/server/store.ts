import { int2Array, int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Db, Queryable, Tx } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import { houseOwner, transferSql } from "#modules/ledger/server/index.ts";
import { account, gameNumber, providerGames } from "#modules/ledger/shared/chart.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";
import { exclusionSql } from "#modules/limits/server/index.ts";
import type { GrantTerms } from "#modules/wagering/shared/grant.ts";
import { archivedBetTables, betColumns, betOf, betTables, type StoredBetRow } from "./bet-row.ts";
import { readCursor } from "./history-cursor.ts";
import type { Balance, Bet, HistoryPage, Liability, RoundsToClose } from "./port.ts";
import { reserveSql } from "./slips/reserves.ts";

export interface NamedBet {
  readonly player: PlayerId;
  readonly key: Uuid;
}

/** The bets of these pairs that are not archived, by player: at most one pair per player. */
export async function findBets(
  on: Queryable,
  pairs: readonly NamedBet[],
): Promise<ReadonlyMap<PlayerId, StoredBetRow>> {
  const { rows } = await on.query<StoredBetRow>(
    `SELECT ${betColumns} FROM unnest($1::uuid[], $2::uuid[]) AS i(player_id, key)
     JOIN (${betTables}) ON b.player_id = i.player_id AND b.key = i.key`,
    namesOf(pairs),
    "wallet.find-bets",
  );
  return new Map(rows.map(row => [row.playerId, row]));
}

/** The bets of these pairs, archived ones too, in their order; a pair may be named more than once. */
export async function readBets(
  on: Queryable,
  pairs: readonly NamedBet[],
): Promise<readonly (StoredBetRow | undefined)[]> {
  // Of arrays whose lengths it does not know the planner expects ten pairs, of a limit that it does not know a tenth of them. With ten it finds
  // the prepared plan dearer than a new one for each call, which takes ten times as long as reading a bet.
  const { rows } = await on.query<StoredBetRow>(
    `SELECT ${betColumns} FROM (SELECT * FROM unnest($1::uuid[], $2::uuid[]) AS n(player_id, key) LIMIT $3) i
     ${archivedBetTables("i.player_id", "i.key")}`,
    [...namesOf(pairs), pairs.length],
    "wallet.read-bets",
  );
  const found = new Map(rows.map(row => [`${row.playerId}/${row.key}`, row]));
  return pairs.map(({ player, key }) => found.get(`${player}/${key}`));
}

class RolledBack extends Error {
  readonly found: readonly (StoredBetRow | undefined)[];

  constructor(found: readonly (StoredBetRow | undefined)[]) {
    super("only locks were taken");
    this.found = found;
  }
}

/**
 * The same once no stake of these players is being taken. A stake whose commit waits, for a standby or because its process died, is not visible yet;
 * it holds its wallet. "busy" for players whose wallets are held, unless `waitMs` lets it wait. Rolled back: a commit would wait, too.
 */
export async function readBetsAfterStakes(
  db: Pick<Db, "tx">,
  pairs: readonly NamedBet[],
  waitMs?: number,
): Promise<readonly (StoredBetRow | "busy" | undefined)[]> {
  const players = [uuidArray(pairs.map(({ player }) => player))];
  let busy = new Set<string>();
  try {
    return await db.tx(async tx => {
      if (waitMs === undefined) {
        const all = await tx.query<{ playerId: PlayerId }>(walletsSql, players, "wallet.wallets-of");
        const free = await tx.query<{ playerId: PlayerId }>(`${walletsSql} FOR SHARE SKIP LOCKED`, players);
        busy = lacking(all.rows, free.rows);
      } else {
        await tx.query(`SET LOCAL lock_timeout = ${Math.trunc(waitMs)}`);
        await tx.query(`${walletsSql} FOR SHARE`, players);
      }
      throw new RolledBack(await readBets(tx, pairs));
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
    return error.found.map((row, index) => row ?? (busy.has(pairs[index]?.player ?? "") ? "busy" : undefined));
  }
}

const walletsSql = `SELECT player_id AS "playerId" FROM wallet.wallets WHERE player_id = ANY ($1::uuid[]) ORDER BY player_id, currency`;

function lacking(all: readonly { readonly playerId: PlayerId }[], some: typeof all): Set<string> {
  const left = new Map<string, number>();
  for (const { playerId } of all) left.set(playerId, (left.get(playerId) ?? 0) + 1);
  for (const { playerId } of some) left.set(playerId, (left.get(playerId) ?? 0) - 1);
  return new Set([...left].filter(([, count]) => count > 0).map(([playerId]) => playerId));
}

const namesOf = (pairs: readonly NamedBet[]) => [
  uuidArray(pairs.map(pair => pair.player)),
  uuidArray(pairs.map(pair => pair.key)),
];

export async function readBalances(on: Queryable, player: PlayerId): Promise<readonly Balance[]> {
  const { rows } = await on.query<Balance>(
    "SELECT currency, real, bonus, vault FROM wallet.wallets WHERE player_id = $1 ORDER BY currency",
    [player],
    "wallet.balances",
  );
  return rows;
}

/** A wallet of one of several players. */
export interface HeldBalance extends Balance {
  readonly playerId: PlayerId;
}

export async function balancesOf(on: Queryable, players: readonly PlayerId[]): Promise<readonly HeldBalance[]> {
  const { rows } = await on.query<HeldBalance>(
    `SELECT player_id AS "playerId", currency, real, bonus, vault FROM wallet.wallets WHERE player_id = ANY ($1::uuid[])`,
    [uuidArray(players)],
  );
  return rows;
}

/** A slip in the columns of a bet: what it paid is its payout, its boost and what was cashed out of it. */
export const slipColumns = `s.player_id, s.key, ${gameNumber("betting")}::smallint AS game, s.currency, s.stake,
  s.payout + s.boost + s.cashed_out AS payout, s.win_cap, CASE s.status WHEN 3 THEN 1 ELSE s.status END AS status, s.terms AS choice,
  NULL::text AS outcome, s.rules_version, s.balance_after, NULL::bigint AS settled_balance, NULL::int AS seed_number,
  NULL::text AS client_seed, NULL::int AS nonce, NULL::text AS gate, NULL::bigint AS round, s.placed_at, s.settled_at, s.request_hash,
  NULL::uuid AS settle_key, NULL::bigint AS settled_seq, NULL::text AS opening, NULL::text[] AS journal,
  s.grant_no AS "grantNo", s.rate, s.from_bonus AS "fromBonus", s.paid_bonus + s.boost_bonus + s.cashed_bonus AS "paidBonus", s.counted,
  s.bonus_after AS "bonusAfter", NULL::bigint AS "settledBonus", s.seq`;

/**
 * A page of bets and slips by the numbers of their stakes, newest first: bets need no separate index. Archived stakes are older than all others of
 * a wallet, and read only if those do not fill the page.
 */
export async function readHistory(
  on: Queryable,
  player: PlayerId,
  page: HistoryPage,
): Promise<{ bets: readonly Bet[]; next: string | null }> {
  const span = (row: string) =>
    `($6::timestamptz IS NULL OR ${row}.placed_at >= $6) AND ($7::timestamptz IS NULL OR ${row}.placed_at < $7)`;
  const among = `CASE WHEN b.game < ${providerGames.least} THEN 'in-house' ELSE b.game || '/' || (b.choice::json ->> 'slug') END = ANY ($8)`;
  const chosen = `($4::smallint IS NULL OR b.game = $4) AND ${span("b")} AND ($8::text[] IS NULL OR ${among})`;
  const nameOf = ({ game, slug }: { readonly game: string; readonly slug: string }) => `${gameNumber(game)}/${slug}`;
  const { rows } = await on.query<StoredBetRow & { seq: bigint }>(
    `WITH recent AS MATERIALIZED (
       SELECT ${betColumns}, b.seq
       FROM (${transferSql.stakes("$1", "$2", "$3")}) t ${archivedBetTables("$1", "t.key")}
       WHERE b.seq = t.seq AND ${chosen} ORDER BY t.seq DESC LIMIT $5)
     SELECT * FROM (
       SELECT * FROM recent
       UNION ALL
       (SELECT ${betColumns}, b.seq
        FROM (${transferSql.archivedStakes("$1", "$2", "$3")}) t ${archivedBetTables("$1", "t.key")}
        WHERE (SELECT count(*) FROM recent) < $5 AND b.seq = t.seq AND ${chosen}
        ORDER BY t.segment DESC, t.seq DESC LIMIT $5)
       UNION ALL
       (SELECT ${slipColumns} FROM wallet.slips s
        WHERE s.player_id = $1 AND s.currency = $2 AND s.seq < $3 AND ($4::smallint IS NULL OR $4 = ${gameNumber("betting")}) AND ${span("s")} AND $8::text[] IS NULL
        ORDER BY s.seq DESC LIMIT $5)) h
     ORDER BY seq DESC LIMIT $5`,
    [
      player,
      page.currency,
      readCursor(page.cursor),
      page.game ? gameNumber(page.game) : null,
      page.limit + 1,
      page.from ?? null,
      page.to ?? null,
      page.among === undefined ? null : page.among === "in-house" ? ["in-house"] : page.among.map(nameOf),
    ],
  );
  const last = rows.length > page.limit ? rows[page.limit - 1] : undefined;
  return { bets: rows.slice(0, page.limit).map(betOf), next: last ? String(last.seq) : null };
}

export async function readOpenBets(on: Queryable, bettingWindow: string, round: bigint): Promise<readonly Bet[]> {
  const { rows } = await on.query<StoredBetRow>(
    `SELECT ${betColumns} FROM ${betTables} WHERE b.gate = $1 AND b.round = $2 AND b.status = 0
     ORDER BY b.placed_at, b.player_id, b.key`,
    [bettingWindow, round],
    "wallet.open-bets",
  );
  return rows.map(betOf);
}

/** The open rounds of these (player, game) pairs, by player: at most one pair per player. */
export async function findOpenRounds(
  on: Queryable,
  pairs: readonly { readonly player: PlayerId; readonly game: string }[],
): Promise<ReadonlyMap<PlayerId, Bet>> {
  const { rows } = await on.query<StoredBetRow>(
    `SELECT ${betColumns} FROM unnest($1::uuid[], $2::int2[]) AS i(player_id, game)
     JOIN wallet.open_rounds o ON o.player_id = i.player_id AND o.game = i.game
     JOIN wallet.bets b ON b.player_id = o.player_id AND b.key = o.key`,
    [uuidArray(pairs.map(pair => pair.player)), int2Array(pairs.map(pair => gameNumber(pair.game)))],
    "wallet.find-open-rounds",
  );
  return new Map(rows.map(row => [row.playerId, betOf(row)]));
}

/** Whether any bet of the player is undecided. */
export async function hasOpenBets(on: Queryable, player: PlayerId): Promise<boolean> {
  const { rowCount } = await on.query("SELECT FROM wallet.bets WHERE player_id = $1 AND status = 0 LIMIT 1", [player]);
  return rowCount === 1;
}

/** Whether any round of the player is open; each depends on the live server seed, which is not rotated meanwhile. */
export async function hasOpenRound(on: Queryable, player: PlayerId): Promise<boolean> {
  const { rowCount } = await on.query("SELECT FROM wallet.open_rounds WHERE player_id = $1 LIMIT 1", [player]);
  return rowCount === 1;
}

/** Open rounds without a step since `before`, and those of self-excluded players, longest waiting first. */
export async function readRoundsToClose(
  on: Queryable,
  { before, now, player, limit }: RoundsToClose,
): Promise<readonly Bet[]> {
  const { rows } = await on.query<StoredBetRow>(
    `SELECT ${betColumns} FROM wallet.open_rounds o JOIN wallet.bets b ON b.player_id = o.player_id AND b.key = o.key
     WHERE (o.touched_at <= $1 OR ${exclusionSql.excluded("o.player_id", "$2::timestamptz")})
       AND ($3::uuid IS NULL OR o.player_id = $3)
     ORDER BY o.touched_at, o.player_id, o.game LIMIT $4`,
    [before, now, player ?? null, limit],
  );
  return rows.map(betOf);
}

export interface LockedWallet {
  readonly real: Micros;
  readonly bonus: Micros;
  readonly vault: Micros;
  readonly seq: bigint;
}

export async function lockWallet(tx: Tx, player: PlayerId, currency: Currency): Promise<LockedWallet | undefined> {
  const { rows } = await tx.query<LockedWallet>(
    "SELECT real, bonus, vault, seq FROM wallet.wallets WHERE player_id = $1 AND currency = $2 FOR UPDATE",
    [player, currency],
  );
  return rows[0];
}

interface NamedWallet {
  readonly player: PlayerId;
  readonly currency: Currency;
}

/** All wallets of these players, in the order in which batches of bets lock them. */
export async function lockWallets(tx: Tx, players: readonly PlayerId[]): Promise<void> {
  await tx.query(
    "SELECT FROM wallet.wallets WHERE player_id = ANY ($1::uuid[]) ORDER BY player_id, currency FOR UPDATE",
    [uuidArray(players)],
    "wallet.lock-many",
  );
}

/** The movements of bonus money that these grants give: each wallet once, and locked. The balances after them. */
export async function giveBonusMoney(
  tx: Tx,
  grants: readonly GrantTerms[],
  at: Date,
): Promise<readonly (NamedWallet & Pick<LockedWallet, "real" | "bonus">)[]> {
  if (grants.length === 0) return [];
  const { rows } = await tx.query<NamedWallet & Pick<LockedWallet, "real" | "bonus">>(
    `WITH given AS (
       UPDATE wallet.wallets w SET bonus = w.bonus + i.amount, seq = w.seq + 1
       FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::int2[], $5::int8[]) AS i(player_id, currency, id, account, amount)
       WHERE w.player_id = i.player_id AND w.currency = i.currency
       RETURNING w.player_id, w.currency, i.id, i.account, i.amount, w.seq, w.real, w.bonus, $6::timestamptz AS at
     ),
     booked AS (${transferSql.given("given")}),
     named AS (
       INSERT INTO wallet.movements (player_id, reference, kind, currency, amount, debit, credit, seq, balance_after)
       SELECT player_id, id, ${kindNumbers.bonus}, currency, amount, account, ${account("player:bonus")}, seq, bonus FROM given
     )
     SELECT player_id AS player, currency, real, bonus FROM given`,
    [
      uuidArray(grants.map(({ player }) => player)),
      textArray(grants.map(({ currency }) => currency)),
      uuidArray(grants.map(({ id }) => id)),
      int2Array(grants.map(each => each.account)),
      int8Array(grants.map(({ amount }) => amount)),
      at,
    ],
    // Without a name: planned each time. A plan of a time with few wallets would go on to read them all.
  );
  invariant(rows.length === grants.length, "a grant has a wallet");
  return rows;
}

/** What waiting slips have reserved of the real money. */
export async function readReserved(tx: Tx, player: PlayerId, currency: Currency, now: Date): Promise<Micros> {
  const { rows } = await tx.query<{ reserved: Micros }>(
    `SELECT ${reserveSql.reserved("$3::timestamptz")} AS reserved FROM wallet.wallets w WHERE player_id = $1 AND currency = $2`,
    [player, currency, now],
    "wallet.reserved",
  );
  return rows[0]?.reserved ?? micros(0n);
}

export async function updateWallet(tx: Tx, player: PlayerId, currency: Currency, to: LockedWallet): Promise<void> {
  await tx.query(
    "UPDATE wallet.wallets SET real = $3, bonus = $4, vault = $5, seq = $6 WHERE player_id = $1 AND currency = $2",
    [player, currency, to.real, to.bonus, to.vault, to.seq],
  );
}

/**
 * What we owe each player: balances, also empty ones, with payout holds and stakes of open
 * bets and slips. One statement, so that nothing is counted twice or missed while it moves.
 */
export async function readLiabilities(on: Queryable, currency: Currency): Promise<readonly Liability[]> {
  const { rows } = await on.query<Liability>(
    `SELECT player_id AS player, (real + bonus + vault + coalesce(h.held, 0) + coalesce(b.staked, 0) + coalesce(s.staked, 0))::bigint AS total
     FROM wallet.wallets
     LEFT JOIN (SELECT player_id, sum(amount) AS held FROM wallet.holds WHERE status = 0 AND currency = $1 GROUP BY player_id) h
       USING (player_id)
     LEFT JOIN (SELECT player_id, sum(stake) AS staked FROM wallet.bets WHERE status = 0 AND currency = $1 GROUP BY player_id) b
       USING (player_id)
     LEFT JOIN (SELECT player_id, sum(stake - closed) AS staked FROM wallet.slips
         WHERE status = 0 AND currency = $1 GROUP BY player_id) s USING (player_id)
     WHERE currency = $1 AND player_id <> $2`,
    [currency, houseOwner],
  );
  return rows;
}
