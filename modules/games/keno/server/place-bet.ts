import { fail } from "#kit/contract/error-code.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Call } from "#kit/http/handler.ts";
import { parseAmount } from "#kit/money/amount.ts";
import { must } from "#kit/std/invariant.ts";
import {
  capRefusal,
  currencyRefusal,
  type Desk,
  limitRefusal,
  refusalOf,
  requestHash,
  type Table,
} from "#modules/desk/server/index.ts";
import { currencyRequired } from "#modules/desk/shared/errors.ts";
import type { SeedPair } from "#modules/fairness/server/index.ts";
import type { Bet, WalletPort } from "#modules/wallet/server/port.ts";
import { placeKenoBet } from "../shared/contract.ts";
import { kenoLimits } from "../shared/limits.ts";
import { kenoConfiguration, largestMultiplier } from "../shared/rules.ts";
import { drawFor } from "./draw.ts";
import { betView } from "./views.ts";

type PlaceCall = Call<typeof placeKenoBet>;

interface Needs {
  readonly wallet: Pick<WalletPort, "place" | "bet">;
  readonly desk: Pick<Desk, "ids" | "seeds">;
  readonly table: Table;
  /** Told of each new bet, after its commit. */
  readonly onPlaced: (bet: Bet) => void;
}

/**
 * Places a bet and draws for it at once: stake, draw and payout are one commit. Everything that can refuse it is checked before
 * the draw. Fails, in this order: `validation_failed`, `currency_required`, `currency_changed`, `stake_out_of_limits`, `win_cap`, then what the wallet refuses.
 */
export async function placeBet(needs: Needs, call: PlaceCall): Promise<RouteOutput<typeof placeKenoBet>> {
  const { stake: stakeText, currency: meant, risk, picks } = call.input.body;
  // The numbers of a bet are a set: it is kept in one order, whatever the order they were chosen in.
  const bet = { risk, picks: [...picks].sort((a, b) => a - b) };
  const stake = must(parseAmount(stakeText), "the contract checks the stake");
  const { player, currency = null } = call.session;
  if (!currency) fail(currencyRequired);

  const { cap } = needs.table.winCap(currency);
  const refusal =
    currencyRefusal(meant, currency) ??
    limitRefusal(kenoLimits, currency, stake) ??
    capRefusal(cap, stake, largestMultiplier(bet));
  // A repeated request gets its first answer, also when limits have changed since.
  if (refusal && !(await needs.wallet.bet(player, call.key))) throw refusal;

  const answer = await needs.wallet.place({
    player,
    key: call.key,
    requestHash: requestHash(placeKenoBet, call.input.body),
    game: "keno",
    currency,
    stake,
    choice: bet,
    rulesVersion: kenoConfiguration.version,
    winCap: cap,
    draw: (pair: SeedPair) => drawFor(bet, stake, pair.stream("keno")),
  });
  if (answer.kind === "refused") throw refusalOf(answer);
  if (!answer.replayed) needs.onPlaced(answer.bet);
  return { data: betView(needs.desk.ids, answer.bet, await needs.desk.seeds.hash(player, seedNumber(answer.bet))) };
}

export function seedNumber(bet: Bet): number {
  return must(bet.seed, "a draw has a seed").number;
}
