import { join } from "node:path";
import { algorithm } from "#kit/fair/stream.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { currencyOfRegion } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { must } from "#kit/std/invariant.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Fairness } from "#modules/fairness/server/index.ts";
import manifest from "../module.ts";
import { getWheel, type Spin, turnWheel } from "../shared/contract.ts";
import { onBreak, wheelForVerified } from "../shared/errors.ts";
import { prizeIn, wheelPrizes } from "../shared/rules.ts";
import { type SpinRow, spinsOf } from "./store.ts";
import { dayMs, turn, type WheelNeeds } from "./turn.ts";

/** Turns that a player is shown. */
const shown = 7;

interface Needs extends WheelNeeds {
  readonly accounts: Pick<Accounts, "regionOf">;
  readonly seeds: Pick<Fairness["seeds"], "facts">;
}

/** The free wheel of the day: a small prize once a day for players whose identity was checked. */
export function createWheel(host: Host, needs: Needs): ServerModule {
  async function views(player: PlayerId, rows: readonly SpinRow[]): Promise<Spin[]> {
    const facts = await needs.seeds.facts(
      player,
      rows.map(row => row.seed_number),
    );
    return rows.map(row => {
      const { hash, seed } = must(facts.get(row.seed_number), "a seed that is used is there");
      return {
        ...{ id: row.id, day: row.day, spun_at: row.spun_at.toISOString() },
        ...{ currency: row.currency, prize: formatAmount(row.prize), ticket: row.ticket },
        proof: { algorithm, server_seed_hash: hash, server_seed: seed, client_seed: row.client_seed, nonce: row.day },
      };
    });
  }

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [wheelForVerified, onBreak],
    personalData: async player => ({ spins: await views(player, await spinsOf(host.db, player, 1_000)) }),
    handlers: [
      handle(getWheel, async call => {
        const { session } = call;
        const currency = session?.currency ?? currencyOfRegion(needs.accounts.regionOf(call));
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
