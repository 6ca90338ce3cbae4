import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { DoubtedRound, PayoutReview, ReviewedPayout } from "#modules/payments/server/index.ts";
import type { ProviderRound } from "#modules/wallet/server/index.ts";
import { type RoundVerification, verifyProvidedRound } from "../shared/verify-round.ts";
import { bigWinStakes } from "./hold-payouts.ts";
import { runIsolated } from "./isolated/run-isolated.ts";
import type { ProviderNeeds } from "./needs.ts";
import { shown } from "./round-records.ts";
import { hashOfModule, storedModule } from "./verifier-modules.ts";

/** A player waits for this: what is not recomputed by then is unproven, and is recomputed at the next request. */
const mostAtOnce = 20;
const moduleTimeoutMs = 5_000;
/** What could not be recomputed is not tried again at every press. */
const againAfterMs = 60_000;

interface CheckedWin {
  readonly round: Uuid;
  readonly verdict: "matches" | "differs" | "unproven";
  readonly isAccepted: boolean;
  /** Null: never. */
  readonly checkedAt: Date | null;
}

/** Big wins are recomputed from what the casino keeps of them before their money leaves. */
export function winReview(needs: ProviderNeeds): PayoutReview {
  const { host } = needs;
  return {
    prepare: player => recomputeWins(needs, player),
    doubt: (tx, payout) => doubtOf(needs, tx, payout),
    async accepted(tx, { id, player }) {
      await tx.query("UPDATE providers.checked_wins SET accepted_at = $3 WHERE player_id = $1 AND payout_id = $2", [
        player,
        id,
        new Date(host.clock.now()),
      ]);
    },
    async doubted(payout) {
      const { rows } = await host.db.query<Omit<DoubtedRound, "game"> & { player: PlayerId }>(
        `SELECT player_id AS player, round, CASE verdict WHEN 'differs' THEN 'win_differs' ELSE 'win_unproven' END AS doubt, found
         FROM providers.checked_wins WHERE payout_id = $1 ORDER BY checked_at DESC, round LIMIT 50`,
        [payout],
      );
      const games = await Promise.all(
        rows.map(({ player, round }) => needs.wallet.providerRounds.round(player, round)),
      );
      return rows.map(({ round, doubt, found }, n) => ({ round, doubt, found, game: games[n]?.slug ?? "" }));
    },
  };
}

async function recomputeWins(needs: ProviderNeeds, player: PlayerId): Promise<void> {
  const { host, wallet } = needs;
  const open = await doubtfulWins(needs, host.db, player);
  const before = host.clock.now() - againAfterMs;
  const due = open
    .filter(({ verdict, checkedAt }) => verdict !== "differs" && (checkedAt?.getTime() ?? 0) <= before)
    .slice(0, mostAtOnce);
  for (const { round: key } of due) {
    const round = await wallet.providerRounds.round(player, key);
    if (round) await recompute(needs, round);
  }
}

/** Wins that hold a payout: neither recomputed as they were paid nor accepted by operators. Newest first. */
async function doubtfulWins(
  { wallet }: ProviderNeeds,
  on: Queryable,
  player: PlayerId,
): Promise<readonly CheckedWin[]> {
  const wins = await wallet.providerRounds.bigWins(on, player, bigWinStakes);
  if (wins.length === 0) return [];
  const { rows } = await on.query<CheckedWin>(
    `SELECT round, verdict, accepted_at IS NOT NULL AS "isAccepted", checked_at AS "checkedAt" FROM providers.checked_wins
     WHERE player_id = $1 AND round = ANY ($2::uuid[])`,
    [player, wins],
  );
  const checked = new Map(rows.map(row => [row.round, row]));
  const never = { verdict: "unproven", isAccepted: false, checkedAt: null } as const;
  return wins
    .map(round => checked.get(round) ?? { round, ...never })
    .filter(({ verdict, isAccepted }) => verdict !== "matches" && !isAccepted);
}

async function recompute(needs: ProviderNeeds, round: ProviderRound): Promise<void> {
  const { host, registry, alarms } = needs;
  const provided = (await shown(needs, round)).shown;
  const maths = provided.record?.maths;
  const module = typeof maths === "string" ? await storedModule(needs, maths) : undefined;
  const verified = await verifyProvidedRound(provided, module ?? null, {
    hashOf: hashOfModule,
    run: (file, record) => runIsolated(file, record, moduleTimeoutMs),
  });
  // Its player is asked to reveal the seeds first.
  if (verified.verdict === "not_revealed") return;
  const verdict = verified.verdict === "unknown" ? "unproven" : verified.verdict;
  const found = foundIn(verified);
  await host.db.query(
    `INSERT INTO providers.checked_wins AS c (player_id, round, verdict, found, checked_at)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (player_id, round) DO UPDATE SET verdict = excluded.verdict, found = excluded.found, checked_at = excluded.checked_at
       WHERE c.verdict = 'unproven'`,
    [round.player, round.key, verdict, found, new Date(host.clock.now())],
  );
  const provider = registry.byAccount(round.game);
  if (verdict === "differs" && provider)
    alarms.raise(provider.id, "win_differs", round.key, { round: round.key, game: round.slug, steps: found.join(" ") });
}

function foundIn({ verdict, reason, steps }: RoundVerification): readonly string[] {
  if (verdict === "matches") return [];
  const differing = steps.filter(({ state }) => state === "differs" || state === "unknown").map(({ key }) => key);
  return differing.length > 0 ? differing : [reason ?? "unknown"];
}

/** Holds the payout for what is in doubt, also a win that was paid after the others were recomputed. */
async function doubtOf(needs: ProviderNeeds, tx: Tx, { id, player }: ReviewedPayout) {
  const wins = await doubtfulWins(needs, tx, player);
  if (wins.length === 0) return undefined;
  const rounds = wins.map(({ round }) => round);
  await tx.query(
    `INSERT INTO providers.checked_wins AS c (player_id, round, verdict, found, checked_at, payout_id)
     SELECT $1, round, 'unproven', '{not_recomputed}', to_timestamp(0), $3 FROM unnest($2::uuid[]) AS r(round)
     ON CONFLICT (player_id, round) DO UPDATE SET payout_id = excluded.payout_id`,
    [player, rounds, id],
  );
  return wins.some(({ verdict }) => verdict === "differs") ? "win_differs" : "win_unproven";
}
