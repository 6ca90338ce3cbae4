import { join } from "node:path";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { must } from "#kit/std/invariant.ts";
import type { Desk } from "#modules/desk/server/index.ts";
import type { Fairness } from "#modules/fairness/server/index.ts";
import manifest from "../module.ts";
import { getWheel, type Spin, turnWheel } from "../shared/contract.ts";
import { onBreak, wheelForVerified } from "../shared/errors.ts";
import { prizeIn, wheelPrizes } from "../shared/rules.ts";
import { type SpinRow, spinNamed, spinsOf } from "./store.ts";
import { dayMs, turn, type WheelNeeds } from "./turn.ts";
import { spinFacts, spinProof, spinView } from "./views.ts";

export { wheelInvariants } from "./invariants.ts";

/** Turns that a player is shown. */
const shown = 7;

interface Needs extends WheelNeeds {
  readonly desk: Pick<Desk, "currencyOf" | "openDraws" | "seeds">;
  readonly seeds: Pick<Fairness["seeds"], "facts">;
}

/** The free wheel of the day: a small prize once a day for players whose identity was checked. */
export function createWheel(host: Host, needs: Needs): ServerModule {
  async function views(player: PlayerId, rows: readonly SpinRow[]): Promise<Spin[]> {
    const facts = await needs.seeds.facts(
      player,
      rows.map(row => row.seed_number),
    );
    return rows.map(row => spinView(row, must(facts.get(row.seed_number), "a seed that is used is there")));
  }

  needs.desk.openDraws(async id => {
    const row = await spinNamed(host.db, id);
    if (!row) return undefined;
    const seed = await needs.desk.seeds.now(row.player_id, row.seed_number);
    return { player: row.player_id, at: row.spun_at, proof: spinProof(row, seed) };
  });

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [wheelForVerified, onBreak],
    personalData: async player => ({ spins: (await spinsOf(host.db, player, 1_000)).map(spinFacts) }),
    handlers: [
      handle(getWheel, async call => {
        const { session } = call;
        const currency = needs.desk.currencyOf(call);
        const spins = session ? await views(session.player, await spinsOf(host.db, session.player, shown)) : [];
        const day = Math.floor(host.clock.now() / dayMs);
        return {
          data: {
            currency,
            prizes: wheelPrizes.map(prize => ({ prize: formatAmount(prizeIn(currency, prize)), odds: prize.odds })),
            next_at: new Date((day + 1) * dayMs).toISOString(),
            is_verified: session !== null && (await needs.verification.isVerified(session.player)),
            spins,
            is_turned: spins[0]?.day === day,
          },
        };
      }),
      handle(turnWheel, async ({ session }) => {
        const [spin] = await views(session.player, [await turn(host, needs, session)]);
        return { data: must(spin, "one row is one view") };
      }),
    ],
  };
}
