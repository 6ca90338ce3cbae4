import { useCallback, useState } from "react";
import { useSearchParams } from "react-router";
import { type Language, languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { type Currency, isCurrency } from "#kit/money/currency.ts";
import { useLocale, useRegionCurrency } from "#kit/web/lang.ts";
import type { ProfileUser } from "#modules/accounts/shared/contract.ts";
import { useSession } from "#modules/accounts/web/session.ts";

/** Who plays, and in which currency and language. */
export interface PlayerContext {
  /** Null: a guest, or a player who practises; both play for free. */
  readonly playerId: string | null;
  /** A signed-in player plays as guests do, with seeds of this browser and no money. */
  readonly practice: boolean;
  readonly balance: bigint | undefined;
  /** Real and bonus money together. */
  readonly total?: bigint | undefined;
  readonly currency: Currency;
  readonly language: Language;
}

/** The query parameter that opens a page for practice. */
export const practiceName = "practice";

type Signed = Pick<ProfileUser, "id" | "currency" | "balance" | "total_balance">;

/** A player who practises is treated as a guest, so no call, seed or key of theirs can be used. */
export function playerContextOf(user: Signed | null, wantsPractice: boolean, regionCurrency: Currency) {
  const practice = user !== null && wantsPractice;
  return {
    playerId: user && !practice ? user.id : null,
    practice,
    balance: user && !practice ? parseDecimal(user.balance) : undefined,
    total: user && !practice ? parseDecimal(user.total_balance) : undefined,
    currency: user?.currency && isCurrency(user.currency) ? user.currency : regionCurrency,
  };
}

export function usePlayerContext(): PlayerContext {
  const user = useSession(state => state.user);
  const locale = useLocale();
  const regionCurrency = useRegionCurrency();
  const wantsPractice = useSearchParams()[0].has(practiceName);
  return { ...playerContextOf(user, wantsPractice, regionCurrency), language: languageOf(locale) };
}

/**
 * Who plays, and in which currency: the key of a game's page. Another player, another currency, or practice recreates the page, so that
 * nothing carries over, least of all a demo run to a player's money.
 */
export function usePlayerContextKey(): string {
  const { playerId, practice, currency } = usePlayerContext();
  return `${practice ? "practice" : (playerId ?? "guest")} ${currency}`;
}

/** Ids of the bets placed on this page: the viewer's own rows in a feed. */
export function useOwnIds(): { readonly ids: ReadonlySet<string>; add(id: string): void } {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const add = useCallback((id: string) => setIds(known => (known.has(id) ? known : new Set([...known, id]))), []);
  return { ids, add };
}
