import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { ProviderGame, Registry } from "#modules/providers/server/index.ts";
import { longestMs, totalStake, type Wins } from "../shared/campaign.ts";
import type { FreeSpinsNeeds } from "./needs.ts";
import { insertCampaign } from "./store.ts";

export interface CampaignTerms {
  readonly title: string;
  /** Slugs. */
  readonly provider: string;
  readonly game: string;
  readonly currency: Currency;
  /** Decimals in major units. */
  readonly bet: string;
  readonly count: number;
  readonly cost_cap: string;
  readonly expires_at: string;
  /** Real money without. */
  readonly wins?: Wins | undefined;
}

/** A draft. Fails with `validation_failed`: an unknown game, a currency or a stake that the game lacks, a cap below one grant. */
export async function createCampaign(
  { host, providers }: FreeSpinsNeeds,
  tx: Tx,
  terms: CampaignTerms,
  by: string,
): Promise<Uuid> {
  const refuse = (field: string, key: string) => fail(validationFailed, { errors: { [field]: [key] } });
  const provider = providers.registry.bySlug(terms.provider);
  const game = provider?.games.get(terms.game);
  if (!provider || game?.manifest.kind !== "slots") return refuse("game", "game_unknown");
  const stakes = game.manifest.stakes[terms.currency] ?? [];
  if (stakes.length === 0) refuse("currency", "currency_not_offered");
  const bet = parseDecimal(terms.bet);
  const listed = stakes.find(stake => parseDecimal(stake) === bet) ?? refuse("bet", "stake_not_offered");
  const cap = parseDecimal(terms.cost_cap);
  if (cap < totalStake(bet, terms.count)) refuse("cost_cap", "cost_cap_too_small");
  const expiresAt = new Date(terms.expires_at);
  const lifeMs = expiresAt.getTime() - host.clock.now();
  if (lifeMs <= 0 || lifeMs > longestMs) refuse("expires_at", "expiry_invalid");
  const id = host.ids.next();
  await insertCampaign(tx, {
    id,
    title: terms.title,
    providerId: provider.id,
    gameSlug: terms.game,
    gameTitles: game.manifest.title,
    currency: terms.currency,
    bet,
    listedBet: listed,
    wins: terms.wins ?? "real",
    count: terms.count,
    costCap: cap,
    expiresAt,
    createdBy: by,
    createdAt: new Date(host.clock.now()),
  });
  return id;
}

/** The RTP of a game's plain spin, in percent; free rounds are plain spins. */
export function rtpOf(game: ProviderGame | undefined): string {
  return game?.manifest.modes.find(({ buy }) => buy === undefined)?.rtp ?? "100";
}

export interface OfferedGame {
  readonly provider: string;
  readonly slug: string;
  readonly title: string;
  readonly stakes: Readonly<Record<string, readonly string[]>>;
}

/** The games that a campaign may give rounds of. */
export function offeredGames(registry: Registry): OfferedGame[] {
  return registry.all
    .filter(({ isOn }) => isOn)
    .flatMap(provider =>
      [...provider.games.values()]
        .filter(({ isEnabled, manifest }) => isEnabled && manifest.kind === "slots")
        .map(({ slug, manifest }) => ({
          provider: provider.slug,
          slug,
          title: manifest.title.en,
          stakes: manifest.stakes,
        })),
    );
}
