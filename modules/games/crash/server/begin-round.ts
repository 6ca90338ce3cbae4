import type { Host } from "#kit/host/host.ts";
import type { LiveChannel } from "#kit/host/server-module.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import type { Bets, GameRegistration } from "#modules/bets/server/index.ts";
import type { Leadership } from "#modules/engines/shared-rounds/server/index.ts";
import type { RoundFacts } from "#modules/fairness/server/index.ts";
import type { crashChannel } from "../shared/contract.ts";
import { crashLimits } from "../shared/limits.ts";
import { createRoundFeed, type WinCaps } from "./feed.ts";
import type { LiveRound } from "./live-round.ts";
import { createRoster } from "./roster.ts";
import { type RoundCaps, roundCaps } from "./round-caps.ts";

interface Needs {
  readonly host: Pick<Host, "clock" | "log">;
  readonly bets: Pick<Bets, "ids" | "publicProfileOf">;
  readonly registration: Pick<GameRegistration, "winCap">;
  readonly channel: LiveChannel<typeof crashChannel>;
}

/** A round in memory, as it is right after its betting window was opened. */
export function beginRound(
  { host, bets, registration, channel }: Needs,
  leadership: Leadership,
  number: bigint,
  chain: RoundFacts,
): LiveRound {
  const roster = createRoster();
  const caps = (currency: Currency): RoundCaps =>
    roundCaps({ ...registration.winCap(currency), maxStake: crashLimits[currency].max }, roster.reserved(currency));
  const winCaps = () => winCapsView(caps);
  return {
    number,
    leadership,
    chain,
    roster,
    feed: createRoundFeed({ ...host, channel, bets, winCaps }, Number(number)),
    caps,
    winCaps,
    state: "betting",
    bettingEndsAt: null,
    startedAt: null,
    flight: null,
    crash: null,
  };
}

/** The caps of every currency on the wire. */
export function winCapsView(caps: (currency: Currency) => RoundCaps): WinCaps {
  return Object.fromEntries(currencyCodes.map(currency => [currency, capsView(caps(currency))]));
}

export function capsView({ amount, maxMultiplier }: RoundCaps) {
  return { amount: formatAmount(amount), max_multiplier: formatHundredths(maxMultiplier) };
}
