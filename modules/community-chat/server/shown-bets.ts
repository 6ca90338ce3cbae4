import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import type { ShownBet } from "../shared/contract.ts";

/** How many bets the composer offers. */
const offered = 10;
/** The newest that are looked through; some are open, or at outside providers. */
const searched = 30;

export interface ShownBetNeeds {
  readonly bets: Pick<Bets, "ids" | "liveRow" | "publicProfileOf" | "registered">;
  readonly wallet: Pick<Wallet, "bet" | "history">;
}

type StoredBet = NonNullable<Awaited<ReturnType<Wallet["bet"]>>>;

/** The card of a player's own ended bet in one of our games; a hidden player's has the id that leads to no seeds. Fails with `validation_failed`. */
export async function shownBet(needs: ShownBetNeeds, player: PlayerId, id: string): Promise<ShownBet> {
  const { ids } = needs.bets;
  const named = ids.open(id) ?? ids.openVeiled(id);
  const bet = named?.player === player ? await needs.wallet.bet(player, named.key) : undefined;
  if (!bet || !canBeShown(needs, bet)) return fail(validationFailed, { errors: { bet: ["chat_bet"] } });
  return cardOf(needs, bet);
}

/** The newest bets that a player can show, in one currency. */
export async function showableBets(needs: ShownBetNeeds, player: PlayerId, currency: Currency): Promise<ShownBet[]> {
  const { bets } = await needs.wallet.history(player, { currency, limit: searched });
  return Promise.all(
    bets
      .filter(bet => canBeShown(needs, bet))
      .slice(0, offered)
      .map(bet => cardOf(needs, bet)),
  );
}

const canBeShown = ({ bets }: ShownBetNeeds, { status, game }: StoredBet): boolean =>
  status === "settled" && bets.registered.has(game);

async function cardOf({ bets }: ShownBetNeeds, bet: StoredBet): Promise<ShownBet> {
  const row = bets.liveRow(bet, await bets.publicProfileOf(bet.player));
  const { id, game, currency, stake, payout, multiplier } = row;
  return { id, game, currency, stake, payout, multiplier };
}
