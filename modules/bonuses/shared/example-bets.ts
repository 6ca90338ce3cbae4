import type { BetOdds } from "#modules/bets/shared/bet-odds.ts";
import { wageringBets } from "#modules/games/printed/wagering.ts";
import type { WageringGame } from "./terms.ts";

/** A bet of a game whose stakes may take bonus money. */
export interface WageredBet {
  readonly id: string;
  readonly odds: BetOdds;
  /** What the bet counts, in thousandths of its stake. */
  readonly rate: number;
}

/** Bets whose expected value a player may look at before a claim. */
export const betsOfGame = (game: WageringGame): readonly WageredBet[] =>
  wageringBets[game].map(({ id, rate, odds }) => ({ id, rate, odds: readOdds(odds) }));

function readOdds(text: string): BetOdds {
  const outcomes = text.split(" ").map(each => {
    const [weight = 0n, numerator = 0n, denominator = 1n] = each.split(/[:/]/).map(BigInt);
    return { weight, multiplier: { numerator, denominator } };
  });
  return { outcomes, total: outcomes.reduce((sum, { weight }) => sum + weight, 0n) };
}

/** A spin of a slot whose every payout is published, in stakes. */
export interface PublishedSpin {
  readonly rate: number;
  readonly payouts: readonly { readonly weight: number; readonly multiple: string }[];
}

export function betOfSpin({ rate, payouts }: PublishedSpin): WageredBet {
  const outcomes = payouts.map(({ weight, multiple }) => {
    const [whole = "0", fraction = ""] = multiple.split(".");
    return {
      weight: BigInt(weight),
      multiplier: { numerator: BigInt(whole + fraction), denominator: 10n ** BigInt(fraction.length) },
    };
  });
  const total = outcomes.reduce((sum, { weight }) => sum + weight, 0n);
  return { id: "spin", rate, odds: { outcomes, total } };
}

/** The chance to win and what it pays, of a bet that is won at one multiplier or lost; of another its best payout. */
export function shapeOf({ odds }: WageredBet): { readonly chance: number | null; readonly most: string } {
  const multipliers = odds.outcomes.map(
    ({ multiplier: { numerator, denominator } }) => (numerator * 100n) / denominator,
  );
  const most = multipliers.reduce((best, each) => (each > best ? each : best), 0n);
  const [won, lost] = odds.outcomes;
  const isSimple = odds.outcomes.length === 2 && lost?.multiplier.numerator === 0n;
  return {
    chance: isSimple && won ? Number(won.weight) / Number(odds.total) : null,
    most: `${most / 100n}.${(most % 100n).toString().padStart(2, "0")}`,
  };
}
