import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { WinBody } from "../shared/wallet-calls.ts";
import type { ProviderNeeds } from "./needs.ts";
import { keyOf, playerOf, roundName } from "./place-bet.ts";
import type { Provider } from "./registry.ts";
import type { Reply } from "./signed-call.ts";

/** Pays a win, whatever has become of the session, the player's standing or the game: money owed is taken at any time. */
export async function payWin(
  { wallet, alarms }: ProviderNeeds,
  provider: Provider,
  body: WinBody,
  requestHash: Uint8Array,
): Promise<Reply> {
  const [player, key, amount] = [playerOf(body.player), keyOf(provider, body.tx), parseDecimal(body.amount)];
  const pool = provider.games.get(body.game)?.manifest.jackpot?.pool;
  const answer =
    body.jackpot !== undefined && body.jackpot !== pool
      ? ({ kind: "refused", reason: "over_cap" } as const)
      : await wallet.winRound({
          player,
          key,
          requestHash,
          round: roundName(provider, body).key,
          game: provider.account,
          amount,
          currency: body.currency as Currency,
          close: body.close,
          hitsPot: body.jackpot !== undefined,
        });
  if (answer.kind === "paid") {
    const jackpot = answer.pot === null ? undefined : formatAmount(answer.pot);
    return { status: "ok", balance: formatAmount(answer.balance), jackpot };
  }
  if (answer.reason === "over_cap") {
    const { tx, round, game, currency, close } = body;
    const facts = { tx, player, round, game, currency, amount: body.amount, close };
    alarms.raise(provider.id, "over_cap", `${player}/${tx}`, facts);
  }
  return { status: answer.reason };
}
