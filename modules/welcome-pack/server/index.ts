import { join } from "node:path";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { currencyOfRegion } from "#kit/money/currency.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import { type Bonuses, offeredAt } from "#modules/bonuses/server/index.ts";
import { bonusEnded } from "#modules/bonuses/shared/events.ts";
import { selfExcluded } from "#modules/limits/shared/events.ts";
import manifest from "../module.ts";
import { getOwnPack, getWelcomePacks } from "../shared/contract.ts";
import { packErrors } from "../shared/errors.ts";
import { advanceDuePack, advancePack, unclaimed } from "./advance-pack.ts";
import type { OfficePackNeeds } from "./needs.ts";
import { offerPack } from "./offer-pack.ts";
import { ownPack } from "./own-pack.ts";
import { reserveDuePacks } from "./reserve-pack.ts";
import { duePlayers, endPlayerPack, markDue, openPack, stopClosedPack } from "./store.ts";
import { registerOpening } from "./versions.ts";
import { packView } from "./views.ts";

export type { OfficePackNeeds } from "./needs.ts";
export { countPlayers, insertPack, type NewPack, type Pack, readPacks, type Step } from "./store.ts";
export { closeVersion, needsApproval, openRequest, openVersion, packTerms, roundsLack, subjectOf } from "./versions.ts";

export interface WelcomePacks extends ServerModule {
  /** For the back office. */
  readonly versions: OfficePackNeeds;
}

interface Needs extends Omit<OfficePackNeeds, "host"> {
  readonly accounts: Pick<Accounts, "regionOf" | "onRegister">;
  readonly bonuses: Pick<Bonuses, "steps">;
}

const mostDue = 500;

/** Packs for new players: offered with the registration, then step by step. */
export function createWelcomePack(host: Host, { accounts, bonuses, approvals, audit }: Needs): WelcomePacks {
  const needs = { host, bonuses };
  const versions = { host, approvals, audit };
  const now = () => new Date(host.clock.now());
  registerOpening(versions);

  accounts.onRegister((tx, player, { offer_ends }, { currency, test }) =>
    offerPack(needs, tx, { player, currency, test, offerEnds: offer_ends === undefined ? null : new Date(offer_ends) }),
  );
  host.bus.beforeCommit(selfExcluded, (tx, { player }) => endPlayerPack(tx, player, "excluded"));
  host.bus.beforeCommit(bonusEnded, async (tx, { player, id, end, started }) => {
    await markDue(tx, { player, bonus: id, end: end === "expired" && !started ? unclaimed : end }, now());
  });
  host.bus.on(bonusEnded, ({ player }) => {
    advancePack(needs, player).catch(error =>
      host.log.warn({ err: error, player }, "Failed to open the next step of a welcome pack; a job tries again"),
    );
  });

  return {
    manifest,
    versions,
    migrations: join(import.meta.dirname, "migrations"),
    errors: packErrors,
    onAccountClosed: stopClosedPack,
    personalData: async player => ({ welcome_pack: await ownPack(needs, { player, locale: "en" }) }),
    jobs: [
      {
        name: "welcome-pack-follow",
        cron: "* * * * *",
        async run() {
          for (const player of await duePlayers(host.db, now(), mostDue)) await advanceDuePack(needs, player);
          await reserveDuePacks(host);
        },
      },
    ],
    handlers: [
      handle(getWelcomePacks, async call => {
        const currency = call.session?.currency ?? currencyOfRegion(accounts.regionOf(call));
        const pack = await openPack(host.db, currency, offeredAt(host));
        return { data: pack ? [packView(pack, call.locale)] : [] };
      }),
      handle(getOwnPack, async call => ({
        data: await ownPack(needs, { player: call.session.player, locale: call.locale }),
      })),
    ],
  };
}
