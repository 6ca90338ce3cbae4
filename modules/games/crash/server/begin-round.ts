import type { Host } from "#kit/host/host.ts";
import type { LiveChannel } from "#kit/host/server-module.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import type { Desk, Table } from "#modules/bets/server/index.ts";
import type { Reign } from "#modules/engines/shared-rounds/server/index.ts";
import type { RoundFacts } from "#modules/fairness/server/index.ts";
import type { crashChannel } from "../shared/contract.ts";
import { crashLimits } from "../shared/limits.ts";
import { createRoundFeed, type WinCaps } from "./feed.ts";
import type { LiveRound } from "./live-round.ts";
import { createRoster } from "./roster.ts";
import { type RoundCaps, roundCaps } from "./round-caps.ts";

interface Needs {
  readonly host: Pick<Host, "clock" | "log">;
  readonly desk: Pick<Desk, "ids" | "faceOf">;
  readonly table: Pick<Table, "winCap">;
  readonly channel: LiveChannel<typeof crashChannel>;
}

/** A round in memory, as it is right after its gate was opened. */
export function beginRound(
  { host, desk, table, channel }: Needs,
  reign: Reign,
  number: bigint,
  chain: RoundFacts,
): LiveRound {
  const roster = createRoster();
  const caps = (currency: Currency): RoundCaps =>
    roundCaps({ ...table.winCap(currency), maxStake: crashLimits[currency].max }, roster.reserved(currency));
  const winCaps = () => winCapsView(caps);
  return {
    number,
    reign,
    chain,
    roster,
    feed: createRoundFeed({ ...host, channel, desk, winCaps }, Number(number)),
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
