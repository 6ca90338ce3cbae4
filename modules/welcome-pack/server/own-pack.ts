import type { Locale } from "#kit/i18n/locale.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { mayDeposit } from "#modules/limits/server/index.ts";
import type { OwnPack } from "../shared/contract.ts";
import type { PackNeeds } from "./needs.ts";
import { packOf, playerPack } from "./store.ts";
import { ownStepView, packView } from "./views.ts";

/** A player's pack under the version that they were offered, with what has become of each step. */
export async function ownPack(
  { host, bonuses }: PackNeeds,
  { player, locale }: { readonly player: PlayerId; readonly locale: Locale },
): Promise<OwnPack | null> {
  const now = new Date(host.clock.now());
  const of = await playerPack(host.db, player);
  const pack = of && (await packOf(host.db, of.pack));
  if (!of || !pack) return null;
  const campaigns = pack.steps.map(({ campaign }) => campaign);
  const given = await bonuses.steps.of({ player, locale, now }, campaigns);
  const steps = pack.steps.map(step =>
    ownStepView(pack, step, { bonus: given.get(step.campaign), latest: of.step, locale }),
  );
  const isUnclaimed =
    steps[0]?.end === "expired" && of.step === 1 && of.state === "running" && steps[0].ended_at === null;
  const isBlocked = of.state === "running" && !(await host.db.tx(tx => mayDeposit(tx, player, now)));
  const state = isUnclaimed ? "expired" : isBlocked ? "paused" : of.state;
  return { ...packView(pack, locale), steps, state };
}
