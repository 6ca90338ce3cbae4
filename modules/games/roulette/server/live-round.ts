import type { Host } from "#kit/host/host.ts";
import type { LiveChannel } from "#kit/host/server-module.ts";
import { formatAmount, type Micros, micros } from "#kit/money/amount.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import type { Bets, GameRegistration } from "#modules/bets/server/index.ts";
import { type Leadership, roundBudget } from "#modules/engines/shared-rounds/server/index.ts";
import type { RoundFacts } from "#modules/fairness/server/index.ts";
import type { RouletteState, rouletteChannel } from "../shared/contract.ts";
import { createRoundFeed, type RoundFeed, type WinCaps } from "./feed.ts";
import { createRoster, type Roster } from "./roster.ts";

/** The round that this process runs. Nothing in it, and nothing it refers to, gives the number or the link away before the ball falls. */
export interface LiveRound {
  readonly number: bigint;
  readonly leadership: Leadership;
  /** Without the link, which is read again when the number is published. */
  readonly chain: RoundFacts;
  readonly roster: Roster;
  readonly feed: RoundFeed;
  /** The largest payout that a bet made now may have. */
  cap(currency: Currency): Micros;
  /** Public, the same for all players. */
  winCaps(): WinCaps;
  state: RouletteState;
  /** Milliseconds since 1970; null outside betting. */
  bettingEndsAt: number | null;
  /** Milliseconds since 1970; null before the spin. */
  startedAt: number | null;
  /** Once they are committed and published. */
  landing: { readonly pocket: number; readonly link: string } | null;
}

interface Needs {
  readonly host: Pick<Host, "clock" | "log">;
  readonly bets: Pick<Bets, "ids" | "publicProfileOf">;
  readonly registration: Pick<GameRegistration, "winCap">;
  readonly channel: LiveChannel<typeof rouletteChannel>;
}

/** A round in memory, as it is right after its betting window was opened. */
export function beginRound(
  { host, bets, registration, channel }: Needs,
  leadership: Leadership,
  number: bigint,
  chain: RoundFacts,
): LiveRound {
  const roster = createRoster();
  const cap = (currency: Currency) => tableCap(registration, currency, roster.reserved(currency));
  const winCaps = () => winCapsView(cap);
  return {
    number,
    leadership,
    chain,
    roster,
    cap,
    winCaps,
    feed: createRoundFeed({ ...host, channel, bets, winCaps }, Number(number)),
    state: "betting",
    bettingEndsAt: null,
    startedAt: null,
    landing: null,
  };
}

/** The cap of one bet at the shared table, given what the bets already in could win. */
export function tableCap(
  registration: Pick<GameRegistration, "winCap">,
  currency: Currency,
  reserved: Micros = micros(0n),
): Micros {
  return roundBudget(registration.winCap(currency), reserved).amount;
}

/** The caps of every currency on the wire. */
export function winCapsView(cap: (currency: Currency) => Micros): WinCaps {
  return Object.fromEntries(currencyCodes.map(currency => [currency, formatAmount(cap(currency))]));
}
