import { useRef } from "react";
import type { Route, RouteSpec } from "#kit/contract/route.ts";
import { type Micros, parseDecimal } from "#kit/money/amount.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import type { Rules, RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import type { Closed } from "../shared/contract.ts";
import type { StakeLimits, StakeTable } from "../shared/stakes.ts";
import { firstStake } from "./stake.ts";
import type { PlayerContext } from "./use-player-context.ts";

/** A game's offer from the server; before that, from the stakes in the game's definition. */
export interface GameInfo {
  readonly limits: StakeLimits;
  /** The initial stake. */
  readonly usual: Micros;
  readonly rtp: string;
  readonly edge: string;
  /** Version of the rules of new bets; null before the server has answered. */
  readonly rulesVersion: string | null;
  /** The largest payout of one bet placed now. */
  readonly winCap: bigint;
  /** Features available in the player's country. */
  readonly features: Features;
  /** Why the caller's bets are refused; null while the game is open, or before the server has answered. */
  readonly closed: Closed | null;
  /** The server's whole response, for a game's own fields; null before it arrives. */
  readonly response: Readonly<Record<string, unknown>> | null;
}

export interface Features {
  /** Autobet. */
  readonly autobet: boolean;
  /** Instant mode: results without animation. */
  readonly turbo: boolean;
}

interface InfoBody extends Readonly<Record<string, unknown>> {
  readonly currency: string;
  readonly limits: { readonly min: string; readonly max: string };
  readonly rtp: string;
  readonly edge: string;
  readonly rules_version: string;
  readonly win_cap: string;
  readonly features: Features;
  readonly closed: Closed | null;
}

export function useGameInfo(route: RouteSpec, stakes: StakeTable, playerContext: PlayerContext): GameInfo {
  const { currency } = playerContext;
  const firstBalance = useFirstBalance(playerContext);
  const { data } = useQuery(route as Route, {} as never);
  const body = data as InfoBody | undefined;
  const response = body?.currency === currency ? body : null;
  const limits = response
    ? { min: parseDecimal(response.limits.min), max: parseDecimal(response.limits.max) }
    : stakes[currency];
  return {
    limits,
    usual: firstStake(currency, limits, firstBalance),
    rtp: response?.rtp ?? "99",
    edge: response?.edge ?? "1",
    rulesVersion: response?.rules_version ?? null,
    winCap: response ? parseDecimal(response.win_cap) : limits.max * 10_000n,
    features: response?.features ?? everything,
    closed: response?.closed ?? null,
    response,
  };
}

const everything: Features = { autobet: true, turbo: true };
/** The first known balance, bonus money with it: suggested stakes do not change with every bet. */
function useFirstBalance({ playerId, currency, total: balance }: PlayerContext): bigint | undefined {
  const first = useRef<{ readonly key: string; readonly balance: bigint | undefined }>(undefined);
  const key = `${playerId ?? "guest"} ${currency}`;
  if (first.current?.key !== key || !first.current.balance) first.current = { key, balance };
  return first.current.balance;
}

/** The rules of the bets that are placed now: those the server names, or the current ones of this page until it has answered. */
export function rulesInForce<R extends Rules>(rules: RuleVersions<R>, { rulesVersion }: GameInfo): R {
  return (rulesVersion !== null && rules.find(rulesVersion)) || rules.current;
}
