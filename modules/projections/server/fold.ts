import { int2Array, int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Ratio } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { gameOf } from "#modules/ledger/shared/chart.ts";
import { type PlayedRow, playedSql, readPlayed } from "#modules/wallet/server/index.ts";
import { type Contribution, theoreticalLoss } from "../shared/contributions.ts";
import { addBestBets } from "./best-bets.ts";
import { addFirstDeposits } from "./first-deposits.ts";
import { foldVersion } from "./fold-version.ts";
import { GroupsInRow, halfHoursBelow } from "./groups-in-row.ts";
import { addHalfHours } from "./half-hours.ts";
import { addLargeWins } from "./large-wins.ts";
import { type Moved, movedColumns, positionOf } from "./moved.ts";
import { type Play, playsOf, playsOfTaken } from "./plays.ts";
import { addVersions } from "./version-half-hours.ts";

export const playerGameDays = "player_game_days";

/** Wallets, and transfers of one wallet, in one transaction. */
const walletsAtOnce = 500;
const transfersAtOnce = 4_000;
export const foldLock = 7_311_516;

export interface FoldNeeds {
  readonly host: Pick<Host, "db" | "failpoints">;
  readonly returnedOf: (game: string, rulesVersion: string, choice: string) => Ratio | undefined;
  /** Test accounts, which are counted apart. */
  readonly testPlayers: (on: Queryable) => Promise<readonly PlayerId[]>;
}

interface Sums {
  readonly playerId: string;
  readonly currency: string;
  readonly game: number;
  readonly halfHour: number;
  bets: bigint;
  realStaked: bigint;
  bonusStaked: bigint;
  realPaid: bigint;
  bonusPaid: bigint;
  loss: bigint;
  best: bigint;
}

interface Reversal {
  readonly playerId: string;
  readonly currency: string;
  readonly seq: bigint;
  readonly day: string;
  readonly reversedOn: string;
  readonly realStaked: bigint;
  readonly realPaid: bigint;
  readonly loss: bigint;
}

/**
 * Adds what wallets did since their positions to the sums of a generation, positions and sums in one statement; of `players` only, if given. False
 * when another process folds now, unless the caller waits for it. Each transaction adds some wallets, so an interrupted or repeated fold counts nothing twice: a position that has
 * moved meanwhile takes nothing.
 */
export async function fold(
  needs: FoldNeeds,
  generation: number,
  players?: readonly PlayerId[],
  waits = false,
): Promise<boolean> {
  for (;;) {
    // Most callers who would wait for another fold find that nothing moved.
    if (waits && (await readMoved(needs.host.db, generation, players)).length === 0) return true;
    const wallets = await needs.host.db.tx(tx => foldSome(needs, tx, generation, players, waits));
    needs.host.failpoints.hit("projections.folded");
    if (wallets === undefined) return false;
    // Players who play on are left to the next fold: else this one would not end, and never rest.
    if (wallets.count === 0 || (players && !wallets.isCut)) return true;
  }
}

interface FoldedWallets {
  readonly count: number;
  /** There were more wallets, or transfers of one, than one transaction takes. */
  readonly isCut: boolean;
}

/** What was folded; undefined when another process folds now. */
async function foldSome(
  { host, returnedOf, testPlayers: testPlayersOf }: FoldNeeds,
  tx: Tx,
  generation: number,
  players: readonly PlayerId[] | undefined,
  waits: boolean,
): Promise<FoldedWallets | undefined> {
  if (waits) await tx.query("SELECT pg_advisory_xact_lock($1, $2)", [foldLock, generation]);
  else {
    const { rows } = await tx.query<{ mine: boolean }>("SELECT pg_try_advisory_xact_lock($1, $2) AS mine", [
      foldLock,
      generation,
    ]);
    if (!rows[0]?.mine) return undefined;
  }
  const moved = await readMoved(tx, generation, players);
  if (moved.length === 0) return { count: 0, isCut: false };
  if (moved.every(({ begin }) => begin === 0n)) await noteFirstFold(tx);
  const transfers = await readPlayed(tx, moved);
  const played = playsOf(transfers);
  const { sums, reversals } = addUp(played, returnedOf);
  // A wallet's class is what it was when its first transfer was folded: the list is read for new wallets only.
  const testPlayers = moved.some(({ begin }) => begin === 0n) ? await testPlayersOf(tx) : [];
  const taken = await write(tx, { generation, moved, sums, reversals, testPlayers });
  await addHalfHours(tx, { projection: playerGameDays, generation }, taken, transfers);
  await addFirstDeposits(tx, { projection: playerGameDays, generation }, taken, transfers);
  const plays = playsOfTaken(played, taken, moved.length);
  await addBestBets(tx, generation, plays);
  await addVersions(tx, { projection: playerGameDays, generation }, plays);
  await addLargeWins(tx, { projection: playerGameDays, generation }, plays);
  host.failpoints.hit("projections.formed");
  const isCut =
    moved.length === walletsAtOnce || moved.some(({ begin, upto }) => upto - begin === BigInt(transfersAtOnce));
  return { count: moved.length, isCut };
}

/** Where nothing is folded yet nothing has to be folded again: what follows is of this version. */
async function noteFirstFold(tx: Tx): Promise<void> {
  await tx.query(
    `UPDATE projections.runs SET version = $2 WHERE projection = $1 AND version <> $2
       AND NOT EXISTS (SELECT FROM projections.positions)`,
    [playerGameDays, foldVersion],
  );
}

export async function readMoved(
  on: Queryable,
  generation: number,
  players?: readonly PlayerId[],
): Promise<readonly Moved[]> {
  const positions = players
    ? positionOf("w", "*")
    : "(SELECT * FROM projections.positions WHERE projection = $1 AND generation = $2)";
  const condition = players ? "w.player_id = ANY($3::uuid[])" : "$3::uuid[] IS NULL";
  const { rows } = await on.query<Moved>(
    `SELECT player_id AS "playerId", currency, begin, upto
     FROM (${playedSql.moved(positions, condition, String(transfersAtOnce))} LIMIT ${walletsAtOnce}) m`,
    [playerGameDays, generation, players ? uuidArray(players) : null],
  );
  return rows;
}

function addUp(plays: readonly Play[], returnedOf: FoldNeeds["returnedOf"]) {
  const sums = new GroupsInRow<Sums>();
  const reversals: Reversal[] = [];
  for (const { row, added } of plays) {
    const { playerId, currency, day, halfHour, rulesVersion, choice } = row;
    const { game } = added;
    const returned =
      added.realStaked === 0n || rulesVersion === null || choice === null
        ? undefined
        : returnedOf(gameOf(game), rulesVersion, choice);
    const loss = theoreticalLoss(added.realStaked, returned);
    add(
      sums.of(row, game * halfHoursBelow + halfHour, () => emptyOf(row, game)),
      added,
      loss,
    );
    if (row.reversedDay !== null && (added.realStaked < 0n || added.realPaid < 0n)) {
      const { realStaked, realPaid } = added;
      reversals.push({
        playerId,
        currency,
        seq: row.seq,
        day: row.reversedDay,
        reversedOn: day,
        realStaked,
        realPaid,
        loss,
      });
    }
  }
  return { sums: sums.all(), reversals };
}

const emptyOf = ({ playerId, currency, halfHour }: PlayedRow, game: number): Sums => ({
  playerId,
  currency,
  game,
  halfHour,
  bets: 0n,
  realStaked: 0n,
  bonusStaked: 0n,
  realPaid: 0n,
  bonusPaid: 0n,
  loss: 0n,
  best: 0n,
});

function add(sum: Sums, added: Contribution, loss: bigint): void {
  sum.bets += added.bets;
  sum.realStaked += added.realStaked;
  sum.bonusStaked += added.bonusStaked;
  sum.realPaid += added.realPaid;
  sum.bonusPaid += added.bonusPaid;
  sum.loss += loss;
  if (added.multiplier > sum.best) sum.best = added.multiplier;
}

const sums = "bets, real_staked, bonus_staked, real_paid, bonus_paid";
const added = sums
  .split(", ")
  .map(name => `${name} = d.${name} + excluded.${name}`)
  .join(", ");
const summed = sums
  .split(", ")
  .map(name => `sum(${name})`)
  .join(", ");

const writeSql = `
WITH known AS (
  INSERT INTO projections.positions AS p (projection, generation, player_id, currency, seq, is_test)
  SELECT $1::text, $2::int, m.player_id, m.currency, m.upto, m.player_id = ANY($26::uuid[])
  FROM unnest($3::uuid[], $4::text[], $5::int8[], $6::int8[]) AS m(player_id, currency, begin, upto)
  WHERE m.begin = 0
  ON CONFLICT DO NOTHING RETURNING player_id, currency, is_test
),
moved AS (
  UPDATE projections.positions d SET seq = m.upto FROM (
    SELECT p.ctid AS at, m.begin, m.upto FROM unnest($3::uuid[], $4::text[], $5::int8[], $6::int8[]) AS m(player_id, currency, begin, upto)
    CROSS JOIN ${positionOf("m", "ctid")} p WHERE m.begin > 0
  ) m WHERE d.ctid = m.at AND d.seq = m.begin
  RETURNING d.player_id, d.currency, d.is_test
),
taken AS MATERIALIZED (SELECT * FROM known UNION ALL SELECT * FROM moved),
reversed AS (
  INSERT INTO projections.reversals (generation, player_id, currency, seq, day, reversed_on, real_staked, real_paid, theoretical_loss)
  SELECT $2::int, r.* FROM unnest($18::uuid[], $19::text[], $20::int8[], $21::text[]::date[], $22::text[]::date[], $23::text[]::numeric[], $24::text[]::numeric[], $25::text[]::numeric[])
    AS r(player_id, currency, seq, day, reversed_on, real_staked, real_paid, loss)
  JOIN taken USING (player_id, currency)
),
sums AS MATERIALIZED (
  SELECT s.*, to_timestamp(half * 1800.0) AS half_hour, t.is_test
  FROM unnest($7::uuid[], $8::text[], $9::int2[], $10::int8[], $11::int8[], $12::text[]::numeric[], $13::text[]::numeric[], $14::text[]::numeric[],
      $15::text[]::numeric[], $16::text[]::numeric[], $17::int8[])
    AS s(player_id, currency, game, half, bets, real_staked, bonus_staked, real_paid, bonus_paid, loss, best)
  JOIN taken t USING (player_id, currency)
),
games AS (
  INSERT INTO projections.game_half_hours AS d (generation, half_hour, is_test, currency, game, ${sums})
  SELECT $2::int, half_hour, coalesce(is_test, false), currency, game, ${summed} FROM sums GROUP BY 2, 3, 4, 5
  ON CONFLICT (generation, half_hour, is_test, currency, game) DO UPDATE SET ${added}
),
added AS (
  INSERT INTO projections.player_game_days AS d (generation, player_id, currency, game, day, ${sums}, theoretical_loss, best_multiplier)
  SELECT $2::int, player_id, currency, game, (half_hour AT TIME ZONE 'UTC')::date, ${summed}, sum(loss), max(best) FROM sums GROUP BY 2, 3, 4, 5
  ON CONFLICT (generation, player_id, currency, game, day) DO UPDATE SET ${added},
    theoretical_loss = d.theoretical_loss + excluded.theoretical_loss, best_multiplier = greatest(d.best_multiplier, excluded.best_multiplier)
)
SELECT player_id AS "playerId", currency FROM taken`;

const numerics = (values: readonly bigint[]) => textArray(values.map(String));

interface Folded {
  readonly generation: number;
  readonly moved: readonly Moved[];
  readonly sums: readonly Sums[];
  readonly reversals: readonly Reversal[];
  readonly testPlayers: readonly PlayerId[];
}

/** Returns the wallets whose positions moved: the others' were moved, or dropped, meanwhile. */
async function write(tx: Tx, folded: Folded): Promise<readonly Moved[]> {
  const { generation, moved, sums: all, reversals, testPlayers } = folded;
  const { rows } = await tx.query<Pick<Moved, "playerId" | "currency">>(
    writeSql,
    [
      playerGameDays,
      generation,
      ...movedColumns(moved),
      uuidArray(all.map(({ playerId }) => playerId)),
      textArray(all.map(({ currency }) => currency)),
      int2Array(all.map(({ game }) => game)),
      int8Array(all.map(({ halfHour }) => BigInt(halfHour))),
      int8Array(all.map(({ bets }) => bets)),
      numerics(all.map(({ realStaked }) => realStaked)),
      numerics(all.map(({ bonusStaked }) => bonusStaked)),
      numerics(all.map(({ realPaid }) => realPaid)),
      numerics(all.map(({ bonusPaid }) => bonusPaid)),
      numerics(all.map(({ loss }) => loss)),
      int8Array(all.map(({ best }) => best)),
      uuidArray(reversals.map(({ playerId }) => playerId)),
      textArray(reversals.map(({ currency }) => currency)),
      int8Array(reversals.map(({ seq }) => seq)),
      textArray(reversals.map(({ day }) => day)),
      textArray(reversals.map(({ reversedOn }) => reversedOn)),
      numerics(reversals.map(({ realStaked }) => realStaked)),
      numerics(reversals.map(({ realPaid }) => realPaid)),
      numerics(reversals.map(({ loss }) => loss)),
      uuidArray(testPlayers),
    ],
    "projections.write",
  );
  const taken = new Set(rows.map(({ playerId, currency }) => playerId + currency));
  return moved.filter(({ playerId, currency }) => taken.has(playerId + currency));
}
