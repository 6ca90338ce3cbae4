import { formatAmount, type Micros, micros } from "#kit/money/amount.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import type { GameRegistration } from "#modules/bets/server/index.ts";
import {
  type LiveRound,
  type Reserved,
  roundBudget,
  type SharedRounds,
} from "#modules/engines/shared-rounds/server/index.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { RoulettePastRound, RouletteRow, RouletteState } from "../shared/contract.ts";
import { type Chip, largestPayout, type RouletteRules } from "../shared/rules.ts";
import { chipsOf } from "./bet-choice.ts";

/** The round that this process runs; a bet is seen by the rules as its chips. */
export type RouletteLive = LiveRound<RouletteState, readonly Chip[], RouletteRow>;
export type RouletteRounds = SharedRounds<RouletteState, RouletteLive, RoulettePastRound>;

/** What a bet of the books reserves in its round. */
export function reservedBy(rules: RouletteRules, bet: Bet): Reserved<readonly Chip[]> {
  const terms = chipsOf(bet);
  return { currency: bet.currency, largest: largestPayout(rules, terms), terms };
}

/** What a player's other bets of the round have on a spot, in the currency of this one. */
export function stakeOnSpot(
  { roster }: Pick<RouletteLive, "roster">,
  bet: Pick<Bet, "player" | "key" | "currency">,
  spot: string,
): Micros {
  const others = roster.besides(bet).filter(({ currency }) => currency === bet.currency);
  const chips = others.flatMap(({ terms }) => terms).filter(chip => chip.spot === spot);
  return micros(chips.reduce((sum, { stake }) => sum + stake, 0n));
}

/** The cap of one bet at the shared table, given what the bets already in could win. */
export function tableCap(
  registration: Pick<GameRegistration, "winCap">,
  currency: Currency,
  round: Pick<RouletteLive, "roster"> | undefined,
): Micros {
  return roundBudget(registration.winCap(currency), round?.roster.reserved(currency) ?? micros(0n)).amount;
}

/** The caps of every currency on the wire. */
export type WinCaps = Record<string, string>;

export function winCapsView(cap: (currency: Currency) => Micros): WinCaps {
  return Object.fromEntries(currencyCodes.map(currency => [currency, formatAmount(cap(currency))]));
}
