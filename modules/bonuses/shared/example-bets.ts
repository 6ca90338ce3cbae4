import type { Ratio } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { type BetOdds, winOrLose } from "#modules/bets/shared/bet-odds.ts";
import { oddsOf as casesOdds } from "#modules/games/cases/shared/odds.ts";
import { casesRules, returnedOf as returnedOfCase } from "#modules/games/cases/shared/rules.ts";
import { flipOddsOf } from "#modules/games/coinflip/shared/odds.ts";
import { coinflipRules, returnedOf as returnedOfFlip } from "#modules/games/coinflip/shared/rules.ts";
import { crashRules, drawsReaching, returnedOf as returnedOfCrash } from "#modules/games/crash/shared/rules.ts";
import { oddsOf as diceOdds } from "#modules/games/dice/shared/odds.ts";
import { diceRules, returnedOf as returnedOfDice } from "#modules/games/dice/shared/rules.ts";
import { hiloRules, returnedOf as returnedOfHilo } from "#modules/games/hilo/shared/rules.ts";
import { oddsOf as kenoOdds } from "#modules/games/keno/shared/bet-odds.ts";
import { kenoRules, returnedOf as returnedOfKeno } from "#modules/games/keno/shared/rules.ts";
import { oddsOf as limboOdds } from "#modules/games/limbo/shared/odds.ts";
import { limboRules, returnedOf as returnedOfLimbo } from "#modules/games/limbo/shared/rules.ts";
import {
  multiplierAt as minerMultiplier,
  minerRules,
  returnedOf as returnedOfMiner,
} from "#modules/games/miner/shared/rules.ts";
import { oddsOf as plinkoOdds } from "#modules/games/plinko/shared/bet-odds.ts";
import { plinkoRules, returnedOf as returnedOfPlinko } from "#modules/games/plinko/shared/rules.ts";
import { spotOf } from "#modules/games/roulette/shared/cloth.ts";
import {
  returnedOf as returnedOfRoulette,
  multiplierOf as rouletteMultiplier,
  rouletteRules,
} from "#modules/games/roulette/shared/rules.ts";
import { rateOf } from "#modules/wagering/shared/grant.ts";
import type { WageringGame } from "./terms.ts";

/** Bets whose expected value a player may look at before a claim: the payouts and rates by which they are played. */
export interface ExampleBet {
  /** Within its game; the text of the choice is named by it. */
  readonly id: string;
  readonly odds: BetOdds;
  /** What it counts, in thousandths of its stake. */
  readonly rate: number;
}

const bet = (id: string, odds: BetOdds, returned: Ratio): ExampleBet => ({ id, odds, rate: rateOf(returned) });

const dice = (id: string, target: number) =>
  bet(id, diceOdds(diceRules.current, { direction: "under", target }), returnedOfDice(diceRules.current));

function crash(id: string, cashOut: number): ExampleBet {
  const rules = crashRules.current;
  const reached = winOrLose(drawsReaching(rules, cashOut), 1n << BigInt(rules.bits), {
    numerator: BigInt(cashOut),
    denominator: 100n,
  });
  return bet(id, reached, returnedOfCrash(rules));
}

function roulette(id: string, spotId: string): ExampleBet {
  const rules = rouletteRules.current;
  const spot = required(spotOf(spotId), "a spot of the cloth");
  const won = winOrLose(BigInt(spot.numbers.length), BigInt(rules.pockets), rouletteMultiplier(rules, spot));
  return bet(id, won, returnedOfRoulette(rules));
}

function keno(risk: "classic" | "low" | "high", count: number): ExampleBet {
  const of = { risk, picks: Array.from({ length: count }, (_, index) => index + 1) };
  return bet(risk, kenoOdds(kenoRules.current, of), returnedOfKeno(kenoRules.current, of));
}

function plinko(risk: "low" | "medium" | "high"): ExampleBet {
  const of = { risk, rows: 8 };
  return bet(risk, plinkoOdds(plinkoRules.current, of), returnedOfPlinko(plinkoRules.current, of));
}

const rules = {
  limbo: limboRules.current,
  coinflip: coinflipRules.current,
  cases: casesRules.current,
  hilo: hiloRules.current,
  miner: minerRules.current,
};
const limbo = (id: string, target: number) => bet(id, limboOdds(rules.limbo, target), returnedOfLimbo(rules.limbo));

/** A round that is cashed out after one opened tile. */
function miner(mines: number): ExampleBet {
  const { tiles } = rules.miner;
  const won = winOrLose(BigInt(tiles - mines), BigInt(tiles), minerMultiplier(rules.miner, mines, 1));
  return bet(`mines-${mines}`, won, returnedOfMiner(rules.miner));
}

/** A round that is cashed out after one guess of the colour, which is right half of the time. */
function hilo(): ExampleBet {
  const returned = returnedOfHilo(rules.hilo);
  return bet(
    "colour",
    winOrLose(1n, 2n, { numerator: returned.numerator * 2n, denominator: returned.denominator }),
    returned,
  );
}

/** Rounds in steps are cashed out after their first. */
export const exampleBets: Readonly<Record<WageringGame, readonly ExampleBet[]>> = {
  dice: [dice("double", 4950), dice("tenth", 1000), dice("safe", 9000)],
  roulette: [roulette("red", "red"), roulette("dozen", "dozen-1"), roulette("number", "straight-17")],
  crash: [crash("double", 200), crash("tenth", 1000)],
  limbo: [limbo("double", 200), limbo("tenth", 1000)],
  plinko: [plinko("low"), plinko("medium"), plinko("high")],
  keno: [keno("low", 3), keno("classic", 3), keno("high", 3)],
  hilo: [hilo()],
  miner: [miner(3), miner(12)],
  coinflip: [bet("flip", flipOddsOf(rules.coinflip), returnedOfFlip(rules.coinflip))],
  cases: rules.cases.cases.map(of => bet(of.slug, casesOdds(of, 1), returnedOfCase(rules.cases, of))),
};

/** The chance to win and what it pays, of a bet that is won at one multiplier or lost; of another its best payout. */
export function shapeOf({ odds }: ExampleBet): { readonly chance: number | null; readonly most: string } {
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
