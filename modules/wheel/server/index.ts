import { join } from "node:path";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Asker } from "#modules/approvals/server/index.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import type { Fairness } from "#modules/fairness/server/index.ts";
import manifest from "../module.ts";
import { getWheel, getWheelVersions, type Spin, spinWheel } from "../shared/contract.ts";
import { onBreak, wheelForVerified, wheelUnavailable } from "../shared/errors.ts";
import type { DraftedPrizes } from "../shared/prizes.ts";
import { prizeIn } from "../shared/rules.ts";
import { dayMs, dayOf, drawSpin, type WheelNeeds } from "./draw-spin.ts";
import { costsOf, type PublishNeeds, registerPrizes, requestPrizes } from "./publish-prizes.ts";
import { type SpinRow, spinNamed, spinsOf } from "./store.ts";
import { allVersions, type VersionRow, versionOn } from "./version-store.ts";
import { configurationIn, spinFacts, spinProof, spinView, versionView } from "./views.ts";

export { wheelInvariants } from "./invariants.ts";
export type { VersionRow } from "./version-store.ts";
export { configurationIn } from "./views.ts";

/** Turns shown to a player. */
const shown = 7;

interface Needs extends WheelNeeds, PublishNeeds {
  readonly bets: Pick<Bets, "currencyOf" | "registerDraws" | "seeds">;
  readonly seeds: Pick<Fairness["seeds"], "facts">;
}

/** The free daily wheel: a small prize once a day for verified players. */
export interface WheelModule extends ServerModule {
  /** The wheel's prizes, as the back office sets them. */
  readonly prizes: {
    /** All versions, newest first, and the current one. */
    versions(): Promise<{ readonly rows: readonly VersionRow[]; readonly inForce: string }>;
    costs: typeof costsOf;
    /** Fails with `validation_failed`. */
    ask(tx: Tx, draft: DraftedPrizes, reason: string, by: Asker): ReturnType<typeof requestPrizes>;
  };
}

export function createWheel(host: Host, needs: Needs): WheelModule {
  registerPrizes(host, needs);
  const today = () => dayOf(host.clock.now());

  async function views(player: PlayerId, rows: readonly SpinRow[]): Promise<Spin[]> {
    const facts = await needs.seeds.facts(
      player,
      rows.map(row => row.seedNumber),
    );
    return rows.map(row => spinView(row, required(facts.get(row.seedNumber), "the seed of a spin exists")));
  }

  needs.bets.registerDraws(async id => {
    const row = await spinNamed(host.db, id);
    if (!row) return undefined;
    const seed = await needs.bets.seeds.now(row.playerId, row.seedNumber);
    return { player: row.playerId, at: row.spunAt, proof: spinProof(row, seed) };
  });

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [wheelForVerified, onBreak, wheelUnavailable],
    personalData: async player => ({ spins: (await spinsOf(host.db, player, 1_000)).map(spinFacts) }),
    handlers: [
      handle(getWheel, async call => {
        const { session } = call;
        const currency = needs.bets.currencyOf(call);
        const spins = session ? await views(session.player, await spinsOf(host.db, session.player, shown)) : [];
        const day = today();
        const version = await versionOn(host.db, day);
        const configuration = configurationIn(version);
        return {
          data: {
            currency,
            version: version.version,
            prizes: configuration.prizes.map(prize => ({
              prize: formatAmount(prizeIn(configuration, currency, prize)),
              odds: prize.odds,
            })),
            next_at: new Date((day + 1) * dayMs).toISOString(),
            is_verified: session !== null && (await needs.verification.isVerified(session.player)),
            spins,
            is_turned: spins[0]?.day === day,
          },
        };
      }),
      handle(getWheelVersions, async () => ({ data: (await allVersions(host.db)).map(versionView) })),
      handle(spinWheel, async ({ session }) => {
        const [spin] = await views(session.player, [await drawSpin(host, needs, session)]);
        return { data: required(spin, "one row is one view") };
      }),
    ],
    prizes: {
      async versions() {
        const [rows, { version }] = [await allVersions(host.db), await versionOn(host.db, today())];
        return { rows, inForce: version };
      },
      costs: costsOf,
      ask: (tx, draft, reason, by) => requestPrizes(needs, tx, draft, reason, by),
    },
  };
}
