import { randomUUID } from "node:crypto";
import { connectRisk } from "#apps/server/connect-risk.ts";
import type { Db } from "#kit/db/db.ts";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { insertCampaign as insertBonus } from "#modules/bonuses/server/index.ts";
import { insertCampaign, startRow } from "#modules/campaigns/server/campaign-store.ts";
import { giftsAtOnce } from "#modules/campaigns/server/index.ts";
import { campaignParts } from "#modules/campaigns/testing/test-campaigns.ts";
import { createWallet } from "#modules/wallet/server/index.ts";
import { testPairs } from "#modules/wallet/testing/test-pairs.ts";
import { plainHost } from "#modules/wallet/testing/test-plain-host.ts";
import { requireRightBooks } from "./bench-app.ts";
import type { BenchRow, BenchSuite } from "./bench-suite.ts";
import { type OpenLoad, openLoop, round } from "./figures.ts";
import { fillPlayers } from "./many-players.ts";
import { placeDice, richPlayer, withDatabase } from "./wallet-database.ts";

/** `--bets=100`: where the machine has other work. */
const betsPerSecond = Number(process.argv.find(argument => argument.startsWith("--bets="))?.slice(7) ?? 2_000);
const bettors = 256;
/** `--grants=2000`: fewer than the figure asks for. */
const grants = Number(process.argv.find(argument => argument.startsWith("--grants="))?.slice(9) ?? 50_000);
/** A campaign that takes longer ends the bench. */
const mostSeconds = 240;
const yearMs = 365 * 86_400_000;

/**
 * `npm run bench -- grants`: 50,000 bonuses by a campaign (its segment, guard, claims, reviews, budgets and grants) while 2,000 bets a second are sent, whether earlier ones were answered or
 * not; beside the same bets alone.
 */
export const benchGrants: BenchSuite = ({ seconds }) =>
  withDatabase({ modules: "all", pool: 24 }, async db => {
    const [pairs, betting] = [testPairs(db), plainHost(db)];
    // Without a listener on its bus, nothing follows its bets: the campaign alone is beside them.
    const wallet = createWallet(betting, { pairs });
    const people: PlayerId[] = [];
    for (let n = 0; n < bettors; n++) people.push(await richPlayer(db, wallet, pairs));
    // Every third has the campaign's currency.
    await fillPlayers(db, grants * 3);
    await db.query(
      "VACUUM (ANALYZE) accounts.players, projections.player_game_days, projections.player_days, wallet.wallets",
    );
    const bet = (number: number) => placeDice(wallet, people[number % bettors] as PlayerId);
    await openLoop(betsPerSecond, seconds / 2, bet);
    const alone = await openLoop(betsPerSecond, seconds, bet);
    const host = plainHost(db);
    const parts = campaignParts(host, giftsAtOnce);
    const risk = connectRisk(host, parts);
    const campaign = await startCampaign(db);
    let isOver = false;
    const load = openLoop(betsPerSecond, mostSeconds, bet, () => isOver);
    const from = performance.now();
    const given = parts.campaigns.runDue().finally(() => {
      isOver = true;
    });
    const [beside] = await Promise.all([load, given]);
    const took = (performance.now() - from) / 1_000;
    const granted = await countGranted(db, campaign);
    await risk.stop?.();
    await parts.projections.stop?.();
    await parts.wallet.stop?.();
    await wallet.stop?.();
    await requireRightBooks(db);
    if (granted !== grants) throw new Error(`${granted} of ${grants} players have their bonus`);
    return [rowOf({ alone, beside, seconds: took })];
  });

interface Measured {
  readonly alone: OpenLoad;
  readonly beside: OpenLoad;
  readonly seconds: number;
}

function rowOf({ alone, beside, seconds }: Measured): BenchRow {
  if (alone.unanswered > 0 || beside.unanswered > 0)
    throw new Error(`${alone.unanswered} bets alone and ${beside.unanswered} beside the grants were not answered`);
  return {
    figure: `${grants} bonuses of a campaign beside ${betsPerSecond} bets/s`,
    seconds: round(seconds),
    "grants/s": Math.round(grants / seconds),
    "bets/s": beside.perSecond,
    "bets p50 ms": beside.p50,
    "bets p50 ms alone": alone.p50,
    "bets p99 ms": beside.p99,
    "bets p99 ms alone": alone.p99,
    "times alone": round(beside.p99 / alone.p99, 2),
  };
}

/** A gift of 10 dollars for every player whose currency it is, now. */
async function startCampaign(db: Db): Promise<Uuid> {
  const [id, bonus, segment] = [randomUUID(), randomUUID(), randomUUID()] as string[] as [Uuid, Uuid, Uuid];
  const [now, endsAt] = [new Date(), new Date(Date.now() + yearMs)];
  const amount = micros(10_000_000n);
  const budget = micros(amount * BigInt(grants));
  const rule = { fact: "currency", in: ["USD"] };
  await db.tx(async tx => {
    await insertBonus(
      tx,
      {
        id: bonus,
        name: { en: "Gift", ru: "Подарок", kz: "Сыйлық" },
        kind: "manual",
        currency: "USD",
        percent: null,
        amount,
        minDeposit: null,
        wager: 20,
        hours: 72,
        budget,
        endsAt,
        targeted: true,
      },
      "bench",
      now,
    );
    await tx.query("UPDATE bonuses.campaigns SET state = 'active', activated_by = 'bench' WHERE id = $1", [bonus]);
    await tx.query(
      `INSERT INTO campaigns.segments (id, name, rule, version, created_by, created_at, changed_by, changed_at)
       VALUES ($1, 'bench', $2, 1, 'bench', $3, 'bench', $3)`,
      [segment, JSON.stringify(rule), now],
    );
    await insertCampaign(
      tx,
      {
        id,
        name: "bench",
        segment,
        segmentVersion: 1,
        rule,
        gift: { kind: "bonus", id: bonus },
        currency: "USD",
        perPlayer: amount,
        budget,
        control: 0,
        sample: 2,
        schedule: { kind: "once", day: now.toISOString().slice(0, 10), time: "00:00" },
        zone: "UTC",
        endsAt,
        announce: [],
      },
      "bench",
      now,
    );
    await startRow(tx, id, { by: "bench", at: now, nextAt: now });
  });
  return id;
}

async function countGranted(db: Db, campaign: Uuid): Promise<number> {
  const { rows } = await db.query<{ granted: bigint }>(
    "SELECT count(*) AS granted FROM campaigns.members WHERE campaign_id = $1 AND state = 'granted'",
    [campaign],
  );
  return Number(rows[0]?.granted ?? 0n);
}
