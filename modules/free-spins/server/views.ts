import type { Queryable } from "#kit/db/db.ts";
import { type Locale, languageOf } from "#kit/i18n/locale.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import type { FreeSpinsCampaign } from "../shared/contract.ts";
import { grantsOfPlayer, ownedGrant, type PlayersGrant } from "./store.ts";

export interface Grant {
  /** The player's grant of the campaign. */
  readonly id: Uuid;
  readonly campaign: FreeSpinsCampaign;
}

export interface Reader {
  readonly player: PlayerId;
  readonly now: Date;
  readonly locale: Locale;
}

/** A player's grants with what the wallet has left of each. */
export async function readGrants(
  on: Queryable,
  wallet: Pick<Wallet, "providerRounds">,
  { player, now, locale }: Reader,
  campaign?: Uuid,
): Promise<readonly Grant[]> {
  const grants = await grantsOfPlayer(on, player, campaign);
  const counted = await wallet.providerRounds.freeGrants(on, grants.map(ownedGrant));
  const leftOf = new Map(counted.map(each => [each.grant, each]));
  return grants.flatMap(grant => {
    const found = leftOf.get(grant.id);
    return found ? [{ id: grant.id, campaign: viewOf(grant, found, now, locale) }] : [];
  });
}

function viewOf(
  { campaign }: PlayersGrant,
  { left, cancelledAt }: { readonly left: number; readonly cancelledAt: Date | null },
  now: Date,
  locale: Locale,
): FreeSpinsCampaign {
  const { id, gameSlug: slug, gameTitles: titles, count, bet, currency, expiresAt } = campaign;
  return {
    id,
    game: { id: slug, slug, title: titles[languageOf(locale)] },
    count,
    left,
    bet: formatAmount(bet),
    currency,
    expiration_at: expiresAt.toISOString(),
    status: cancelledAt ? "cancelled" : left === 0 ? "used" : expiresAt <= now ? "expired" : "active",
  };
}
