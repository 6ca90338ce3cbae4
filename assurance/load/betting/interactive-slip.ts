import type { Db } from "#kit/db/db.ts";
import { required } from "#kit/std/invariant.ts";
import { slipMarkets } from "#modules/betting/server/index.ts";
import { inPlay } from "#modules/ledger/shared/chart.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";
import { counterSql } from "#modules/limits/server/index.ts";
import { exposureSql } from "#modules/odds/server/index.ts";
import type { PlaceSlip } from "#modules/wallet/server/index.ts";

const dayMs = 86_400_000;
const betting = inPlay("betting");

const windowsSql = `WITH wanted AS (
  SELECT leg::integer, event, kind, spec, outcome, NULL::integer AS counter
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS l (event, kind, spec, outcome, leg)
), ${slipMarkets.windows({ legs: "wanted", now: "$5::timestamptz" })}
SELECT refusal, price, market, market_n AS "marketN", event_n AS "eventN", event_head AS head, event_state::text AS state
FROM odds_windows ORDER BY leg`;

const exposuresSql = exposureSql.lock("(SELECT * FROM unnest($1::int8[], $2::text[]) i(market, outcome))");

const walletSql = `SELECT w.real, w.seq, w.real < $3::int8 OR ${counterSql.noAllowance("$3::int8", "$3::int8", "$4::int")}
    OR ${counterSql.blocked("$5::timestamptz")} OR EXISTS (SELECT FROM wallet.slips WHERE player_id = $1::uuid AND key = $6::uuid) AS refused
  FROM wallet.wallets w WHERE w.player_id = $1::uuid AND w.currency = $2::text FOR UPDATE`;

const legs = "unnest($11::int2[], $12::int4[], $13::int8[], $14::int8[], $15::int8[], $16::int8[], $17::text[])";
const writeSql = `WITH slip AS (
  INSERT INTO wallet.slips (player_id, key, stake, win_cap, balance_after, seq, placed_at, free_bet, currency, request_hash, rules_version, terms,
    from_bonus, bonus_after)
  VALUES ($1::uuid, $2::uuid, $3::int8, $4::int8, $5::int8, $6::int8, $7::timestamptz, false, 'USD', $8::bytea, $9::text, $10::text, 0, 0)
),
legs AS (
  INSERT INTO wallet.slip_legs (player_id, key, leg, price, market, market_n, event_n, liability, stake_usd, outcome, event, kind, spec,
    event_head, event_state)
  SELECT $1::uuid, $2::uuid, l.leg, l.price, l.market, l.market_n, l.event_n, l.liability, $3::int8, l.outcome, e.event, e.kind, e.spec, e.head, e.state
  FROM ${legs} l(leg, price, market, market_n, event_n, liability, outcome)
  JOIN unnest($11::int2[], $18::text[], $19::text[], $20::text[], $21::bytea[], $22::text[]) e(leg, event, kind, spec, head, state) USING (leg)
),
exposed AS (${exposureSql.charge(`(SELECT market, outcome, liability AS payout_usd, $3::int8 AS stake_usd, 1 AS slips
  FROM ${legs} l(leg, price, market, market_n, event_n, liability, outcome))`)}),
entered AS (
  INSERT INTO ledger.transfers (player_id, currency, seq, reference, at, amount, debit, credit, kind, balance_after)
  VALUES ($1::uuid, 'USD', $6::int8, $2::uuid, $7::timestamptz, $3::int8, 1, ${betting}, ${kindNumbers.slip_stake}, $5::int8)
)
UPDATE wallet.wallets w SET real = $5::int8, seq = $6::int8,
  ${counterSql.counted({ wagered: "$3::int8", lost: "$3::int8", staked: "$3::int8", returned: "0" }, "$23::int")}
WHERE player_id = $1::uuid AND currency = 'USD'`;

interface WindowRow {
  refusal: string | null;
  price: number;
  market: bigint;
  marketN: bigint;
  eventN: bigint;
  head: Buffer;
  state: string;
}

/**
 * An opponent: the same slip with the same effects as an interactive transaction: BEGIN, three statements that lock (the feed's rows, what
 * outcomes cost, the wallet), one that writes, COMMIT, all prepared.
 */
export function placeSlipInteractively(db: Db, slip: PlaceSlip): Promise<void> {
  const now = new Date();
  const day = Math.floor(now.getTime() / dayMs);
  const of = <T>(read: (leg: PlaceSlip["legs"][number]) => T) => slip.legs.map(read);
  return db.tx(async tx => {
    const { rows } = await tx.query<WindowRow>(
      windowsSql,
      [of(leg => leg.event), of(leg => leg.kind), of(leg => leg.spec), of(leg => leg.outcome), now],
      "bench.slip-windows",
    );
    if (rows.some(({ refusal }) => refusal !== null)) throw new Error(`refused: ${rows[0]?.refusal}`);
    const markets = rows.map(({ market }) => market);
    await tx.query(exposuresSql, [markets, of(leg => leg.outcome)], "bench.slip-exposures");
    const wallet = await tx.query<{ real: bigint; seq: bigint; refused: boolean }>(
      walletSql,
      [slip.player, slip.currency, slip.stake, day, now, slip.key],
      "bench.slip-wallet",
    );
    const { real, seq, refused } = required(wallet.rows[0], "a player with a wallet");
    if (refused) throw new Error("the slip was refused");
    await tx.query(
      writeSql,
      [
        slip.player,
        slip.key,
        slip.stake,
        slip.winCap,
        real - slip.stake,
        seq + 1n,
        now,
        Buffer.from(slip.requestHash),
        slip.rulesVersion,
        JSON.stringify(slip.terms),
        slip.legs.map((_, at) => at),
        rows.map(({ price }) => price),
        markets,
        rows.map(({ marketN }) => marketN),
        rows.map(({ eventN }) => eventN),
        of(leg => leg.liability),
        of(leg => leg.outcome),
        of(leg => leg.event),
        of(leg => leg.kind),
        of(leg => leg.spec),
        rows.map(({ head }) => head),
        rows.map(({ state }) => state),
        day,
      ],
      "bench.slip-write",
    );
  });
}
