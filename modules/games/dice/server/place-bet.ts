import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Call } from "#kit/http/handler.ts";
import { parseAmount } from "#kit/money/amount.ts";
import { parseHundredths } from "#kit/std/hundredths.ts";
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
import { type DiceChoice, placeDiceBet } from "../shared/contract.ts";
import { diceLimits } from "../shared/limits.ts";
import { type DiceBet, diceConfiguration, isPlayable, multiplierOf } from "../shared/rules.ts";
import { rollFor } from "./roll.ts";
import { betView } from "./views.ts";

type PlaceCall = Call<typeof placeDiceBet>;

interface Needs {
  readonly wallet: Pick<WalletPort, "place" | "bet">;
  readonly desk: Pick<Desk, "ids" | "seeds">;
  readonly table: Table;
  /** Told of each new bet, after its commit. */
  readonly onPlaced: (bet: Bet) => void;
}

/**
 * Places a bet and rolls for it at once: stake, roll and payout are one commit. Everything that can refuse it is checked before
 * the draw. Fails, in this order: `validation_failed`, `currency_required`, `currency_changed`, `stake_out_of_limits`, `win_cap`, then what the wallet refuses.
 */
export async function placeBet(needs: Needs, call: PlaceCall): Promise<RouteOutput<typeof placeDiceBet>> {
  const { stake: stakeText, currency: meant, ...choice } = call.input.body;
  const bet = readChoice(choice);
  const stake = must(parseAmount(stakeText), "the contract checks the stake");
  const { player, currency = null } = call.session;
  if (!currency) fail(currencyRequired);

  const { cap } = needs.table.winCap(currency);
  const refusal =
    currencyRefusal(meant, currency) ??
    limitRefusal(diceLimits, currency, stake) ??
    capRefusal(cap, stake, multiplierOf(bet));
  // A repeated request gets its first answer, also when limits have changed since.
  if (refusal && !(await needs.wallet.bet(player, call.key))) throw refusal;

  const answer = await needs.wallet.place({
    player,
    key: call.key,
    requestHash: requestHash(placeDiceBet, call.input.body),
    game: "dice",
    currency,
    stake,
    choice,
    rulesVersion: diceConfiguration.version,
    winCap: cap,
    draw: (pair: SeedPair) => rollFor(bet, stake, pair.stream("dice")),
  });
  if (answer.kind === "refused") throw refusalOf(answer);
  if (!answer.replayed) needs.onPlaced(answer.bet);
  return { data: betView(needs.desk.ids, answer.bet, await needs.desk.seeds.hash(player, seedNumber(answer.bet))) };
}

/** The choice in hundredths; 422 when it leaves no roll, or more than 9,800, to win. */
function readChoice({ direction, target }: DiceChoice): DiceBet {
  const hundredths = parseHundredths(target);
  const bet = { direction, target: hundredths ?? -1 };
  return isPlayable(bet) ? bet : fail(validationFailed, { errors: { target: ["target_invalid"] } });
}

export function seedNumber(bet: Bet): number {
  return must(bet.seed, "a roll has a seed").number;
}
