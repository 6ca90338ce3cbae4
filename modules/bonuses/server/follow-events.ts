import { Failure } from "#kit/contract/error-code.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { playerRegistered } from "#modules/accounts/shared/events.ts";
import { breakOf } from "#modules/limits/server/index.ts";
import { limitsChanged, selfExcluded } from "#modules/limits/shared/events.ts";
import { pauseGrants } from "#modules/wagering/server/index.ts";
import { collectedGrant } from "#modules/wagering/shared/grant.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import { betSettled, grantEnded } from "#modules/wallet/shared/events.ts";
import { bonusEnded } from "../shared/events.ts";
import type { DigestOf } from "./code-store.ts";
import { collectRounds } from "./collect-rounds.ts";
import { giveUpAll } from "./give-up-bonus.ts";
import type { BonusNeeds } from "./needs.ts";
import { redeemCode } from "./redeem-code.ts";
import { startNext } from "./start-bonus.ts";
import { markEnded } from "./store.ts";
import { pauseSteps } from "./waiting-store.ts";

/** What registrations, the end of grants, settled bets, breaks and self-exclusions do to bonuses. */
export function followEvents(
  needs: BonusNeeds & { readonly digestOf: DigestOf },
  freeBets: Pick<Wallet["freeBets"], "pause">,
): void {
  const { host } = needs;
  const now = () => new Date(host.clock.now());

  host.bus.on(playerRegistered, ({ player, currency, promo }) => {
    if (promo === null) return;
    redeemCode(needs, { player, currency, address: null }, promo).catch(error => {
      if (!(error instanceof Failure))
        host.log.warn({ err: error, player }, "Failed to redeem the code of a registration");
    });
  });
  host.bus.beforeCommit(grantEnded, async (tx, { id, player, end, amount }) => {
    await markEnded(tx, id, end, end === "completed" ? amount : (0n as typeof amount), now());
    await host.bus.publish(tx, bonusEnded, { id, player, end, started: true });
  });
  host.bus.on(grantEnded, ({ player }) => {
    startNext(needs, player).catch(error =>
      host.log.warn({ err: error, player }, "Failed to start the next bonus; a job tries again"),
    );
  });
  // A bonus that ends before its start takes its free rounds with it.
  host.bus.beforeCommit(bonusEnded, async (tx, { id, player, started }) => {
    if (!started) await needs.freeRounds.end(tx, player, id);
  });
  host.bus.on(betSettled, ({ player, currency, wagering, choice }) => {
    if (wagering?.grant !== collectedGrant) return;
    const { grant: id } = choice as { readonly grant: Uuid };
    host.db
      .tx(tx => collectRounds(needs, tx, { player, currency, id }))
      .catch(error => host.log.warn({ err: error, player }, "Failed to collect free rounds; a job tries again"));
  });
  host.bus.beforeCommit(selfExcluded, (tx, { player }) => giveUpAll(needs, tx, player, "all"));
  host.bus.beforeCommit(limitsChanged, async (tx, { player, what, until }) => {
    if (what !== "break" || !until) return;
    await pauseGrants(tx, player, until, now());
    await pauseSteps(tx, player, until, now());
    // A self-exclusion outlasts every free bet.
    if ((await breakOf(tx, player, now()))?.kind === "time_out") await freeBets.pause(tx, player, until);
  });
}
