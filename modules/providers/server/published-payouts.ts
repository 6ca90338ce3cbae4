import { type Locale, languageOf } from "#kit/i18n/locale.ts";
import { rateOf } from "#modules/wagering/shared/grant.ts";
import type { PayoutsOfGame } from "../shared/contract.ts";
import type { GameManifest } from "../shared/provider-calls.ts";
import { publishedReturnOf } from "./published-return.ts";
import type { Provider } from "./registry.ts";

type Published = Pick<Provider, "slug" | "isOn" | "games">;

/**
 * Slots that can be played in a currency and whose every payout is published. A game that pays pots beside them, or whose payouts do not give the
 * return that is stated, is left out.
 */
export function publishedPayouts(providers: readonly Published[], currency: string, locale: Locale): PayoutsOfGame[] {
  return providers
    .filter(({ isOn }) => isOn)
    .flatMap(({ slug: provider, games }) =>
      [...games.values()].flatMap(({ slug, manifest, isEnabled }) => {
        const [mode] = manifest.modes.filter(({ buy }) => buy === undefined);
        const returned = publishedReturnOf(manifest, undefined);
        const stakes = manifest.stakes[currency];
        if (!isEnabled || manifest.kind !== "slots" || manifest.jackpot !== null) return [];
        if (!mode?.payouts || !returned || !stakes || !isStated(mode.payouts, mode.rtp)) return [];
        const title = manifest.title[languageOf(locale)];
        return [{ provider, slug, title, rate: rateOf(returned), stakes: [...stakes], payouts: [...mode.payouts] }];
      }),
    );
}

type Payouts = NonNullable<GameManifest["modes"][number]["payouts"]>;

/** A hundredth of a percent: returns are stated with two decimals. */
const rounding = 0.0051;

function isStated(payouts: Payouts, rtp: string): boolean {
  const all = payouts.reduce((sum, { weight }) => sum + weight, 0);
  const paid = payouts.reduce((sum, { weight, multiple }) => sum + weight * Number(multiple), 0);
  return Math.abs((paid / all) * 100 - Number(rtp)) <= rounding;
}
