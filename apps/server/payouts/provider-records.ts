import type { Queryable } from "#kit/db/db.ts";
import { type Invariant, invariantsOf } from "#modules/ledger/server/index.ts";
import { runIsolated } from "#modules/providers/server/index.ts";
import { moduleSteps } from "#modules/providers/shared/verify-round.ts";

/** The payout is "0" where a round was voided, and everything else is as the casino accepted it. */
const recordRules = invariantsOf({
  "I8 the record of a provider's round has the payout, nonce and answer that the books have": `
    SELECT r.player_id, r.round, c.record ->> 'payout' AS stated, r.won FROM providers.records c
    JOIN wallet.provider_rounds r USING (player_id, round)
    LEFT JOIN wallet.bets b ON b.player_id = r.player_id AND b.key = r.bets[1]
    WHERE r.status = 1 AND c.record ? 'payout' AND (((c.record ->> 'payout')::numeric * 1000000) <> r.won
      OR c.record ->> 'nonce' <> b.choice::json ->> 'nonce' OR c.record ->> 'answer' <> b.choice::json ->> 'answer')`,
  "I8 a revealed seed of a provider has the hash that was shown before the bets": `
    SELECT player_id, provider_id, slug, number FROM providers.seeds
    WHERE provider_seed IS NOT NULL AND provider_hash IS NOT NULL AND provider_hash <> encode(sha256(decode(provider_seed, 'hex')), 'hex')`,
});

const sampleSize = 10;

interface Sampled {
  readonly playerId: string;
  readonly round: string;
  readonly record: object;
  readonly module: string;
}

/** A sample: each round takes a process of its own. */
const recomputed: Invariant = {
  id: "I8",
  name: `the latest ${sampleSize} revealed rounds of providers come out the same under the files that settled them`,
  async run(on: Queryable) {
    const { rows } = await on.query<Sampled>(
      `SELECT c.player_id AS "playerId", c.round, c.record, v.module FROM providers.records c
       JOIN wallet.provider_rounds r USING (player_id, round) JOIN providers.verifiers v ON v.maths = c.record ->> 'maths'
       WHERE r.status = 1 AND c.record ->> 'seed' IS NOT NULL ORDER BY c.read_at DESC, c.round LIMIT ${sampleSize}`,
    );
    const differences = [];
    for (const { playerId, round, record, module } of rows) {
      const found = moduleSteps.safeParse(await runIsolated(module, record).catch(() => undefined));
      const differing = found.success
        ? found.data.filter(({ state }) => state !== "equal" && state !== "computed").map(({ key }) => key)
        : ["module"];
      if (differing.length > 0)
        differences.push({ rule: recomputed.name, row: { player_id: playerId, round, differing } });
    }
    return differences;
  },
};

export const providerInvariants: readonly Invariant[] = [...recordRules, recomputed];
