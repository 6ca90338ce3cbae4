import type { Queryable } from "#kit/db/db.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import { formatAmount, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { type Accounts, playedBy } from "#modules/accounts/server/index.ts";
import { gameOf } from "#modules/ledger/shared/chart.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import type { OwnEntry, WinView } from "../shared/contract.ts";
import { shownWins } from "../shared/limits.ts";
import { entryIdOf } from "./enter-bets.ts";
import { entriesNamed } from "./entry-store.ts";
import { begunJackpots, type JackpotRow } from "./store.ts";
import { latestWins } from "./win-store.ts";

interface WinNeeds {
  readonly db: Queryable;
  readonly accounts: Pick<Accounts, "publicProfiles">;
}

/** The latest wins. Of a hidden player neither the name nor the seeds. */
export async function readWins(
  { db, accounts }: WinNeeds,
  jackpots: readonly JackpotRow[],
  locale: Locale,
): Promise<WinView[]> {
  const wins = await latestWins(db, shownWins);
  const profiles = await accounts.publicProfiles(wins.map(({ playerId }) => playerId));
  return wins.map(({ jackpotId, playerId, entryId, game, amount, currency, wonAt, number }) => {
    const { face } = playedBy(profiles.get(playerId));
    return {
      jackpot: jackpotId,
      title: titleOf(jackpots, jackpotId, locale),
      game: gameOf(game),
      amount: formatAmount(amount),
      currency,
      won_at: wonAt.toISOString(),
      number: Number(number),
      player: face,
      entry_id: face === null ? null : entryId,
    };
  });
}

const titleOf = (jackpots: readonly JackpotRow[], id: string, locale: Locale): string =>
  jackpots.find(jackpot => jackpot.id === id)?.title[locale] ?? "";

/** Bets whose entries are looked for. */
const latestBets = 30;

/** Found by the keys of the player's bets: the table of entries has no index by player. */
export async function readOwnEntries(
  db: Queryable,
  wallet: Pick<Wallet, "history">,
  { player, currency, locale }: { readonly player: PlayerId; readonly currency: Currency; readonly locale: Locale },
): Promise<OwnEntry[]> {
  const jackpots = (await begunJackpots(db)).filter(jackpot => jackpot.currency === currency);
  if (jackpots.length === 0) return [];
  const { bets } = await wallet.history(player, { currency, limit: latestBets });
  const ids = jackpots.flatMap(({ id }) => bets.map(({ key }) => entryIdOf(id, player, key)));
  return (await entriesNamed(db, ids)).map(entry => ({
    entry_id: entry.id,
    jackpot: entry.jackpotId,
    title: titleOf(jackpots, entry.jackpotId, locale),
    number: Number(entry.number),
    game: gameOf(entry.game),
    stake: formatAmount(micros(entry.stake)),
    share: formatAmount(micros(entry.share)),
    won: entry.won,
    at: entry.at.toISOString(),
  }));
}
