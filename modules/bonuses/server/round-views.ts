import { type Locale, languageOf } from "#kit/i18n/locale.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { RoundsOfBonus, RoundTerms } from "#modules/free-spins/server/index.ts";
import type { OfferView } from "../shared/contract.ts";

/** The free rounds that a bonus gives; of one that was claimed also what is left of them, and what they have won. */
export function roundsView(rounds: RoundTerms | RoundsOfBonus, locale: Locale): NonNullable<OfferView["rounds"]> {
  const { slug, titles, count, bet, expiresAt } = rounds;
  const own = "bonus" in rounds ? rounds : undefined;
  return {
    game: slug,
    title: titles[languageOf(locale)],
    count,
    bet: formatAmount(bet),
    expires_at: expiresAt.toISOString(),
    left: own?.left == null ? null : own.isCancelled ? 0 : own.left,
    won: formatAmount(own?.won ?? 0n),
  };
}
