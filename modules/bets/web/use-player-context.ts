import { useCallback, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { RouteSpec } from "#kit/contract/route.ts";
import { type Language, languageOf } from "#kit/i18n/locale.ts";
import { type Micros, parseDecimal } from "#kit/money/amount.ts";
import { type Currency, isCurrency } from "#kit/money/currency.ts";
import { useLocale, useRegionCurrency } from "#kit/web/lang.ts";
import { call, useApi } from "#kit/web/use-api.ts";
import type { ProfileUser } from "#modules/accounts/shared/contract.ts";
import { useSession } from "#modules/accounts/web/session.ts";
import type { Rules, RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import type { StakeLimits, StakeTable } from "../shared/stakes.ts";
import { firstStake } from "./stake.ts";

/** Who plays, and in which currency and language. */
export interface PlayerContext {
  /** Null: a guest, or a player who practises; both play for free. */
  readonly playerId: string | null;
  /** A signed-in player plays as guests do, with seeds of this browser and no money. */
  readonly practice: boolean;
  readonly balance: bigint | undefined;
  readonly currency: Currency;
  readonly language: Language;
}

/** The query parameter that opens a page for practice. */
export const practiceName = "practice";

type Signed = Pick<ProfileUser, "id" | "currency" | "balance">;

/** A player who practises is treated as a guest, so no call, seed or key of theirs can be used. */
export function playerContextOf(user: Signed | null, wantsPractice: boolean, regionCurrency: Currency) {
  const practice = user !== null && wantsPractice;
  return {
    playerId: user && !practice ? user.id : null,
    practice,
    balance: user && !practice ? parseDecimal(user.balance) : undefined,
    currency: user?.currency && isCurrency(user.currency) ? user.currency : regionCurrency,
  };
}

export function usePlayerContext(): PlayerContext {
  const user = useSession(state => state.user);
  const locale = useLocale();
  const regionCurrency = useRegionCurrency();
  const wantsPractice = useSearchParams()[0].has(practiceName);
  return { ...playerContextOf(user, wantsPractice, regionCurrency), language: languageOf(locale) };
}

/**
 * Who plays, and in which currency: the key of a game's page. Another player, another currency, or practice recreates the page, so that
 * nothing carries over, least of all a demo run to a player's money.
 */
export function usePlayerContextKey(): string {
  const { playerId, practice, currency } = usePlayerContext();
  return `${practice ? "practice" : (playerId ?? "guest")} ${currency}`;
}

/** A game's offer from the server; before that, from the stakes in the game's definition. */
export interface GameInfo {
  readonly limits: StakeLimits;
  /** The initial stake. */
  readonly usual: Micros;
  readonly rtp: string;
  readonly edge: string;
  /** Of new bets; null before the server has answered. */
  readonly rulesVersion: string | null;
  /** The largest payout of one bet placed now. */
  readonly winCap: bigint;
  /** Features available in the player's country. */
  readonly features: Features;
  /** The server's whole response, for a game's own fields; null before it arrives. */
  readonly response: Readonly<Record<string, unknown>> | null;
}

export interface Features {
  /** Autobet. */
  readonly autobet: boolean;
  /** Instant mode: results without animation. */
  readonly turbo: boolean;
}

interface InfoBody {
  readonly data: {
    readonly currency: string;
    readonly limits: { readonly min: string; readonly max: string };
    readonly rtp: string;
    readonly edge: string;
    readonly rules_version: string;
    readonly win_cap: string;
    readonly features: Features;
  };
}

export function useGameInfo(route: RouteSpec, stakes: StakeTable, playerContext: PlayerContext): GameInfo {
  const api = useApi();
  const [body, setBody] = useState<InfoBody["data"] | null>(null);
  const { currency, playerId } = playerContext;
  const firstBalance = useFirstBalance(playerContext);
  // biome-ignore lint/correctness/useExhaustiveDependencies: limits depend on player and currency
  useEffect(() => {
    if (!api) return;
    let left = false;
    void call(route, {}).then(reply => {
      if (reply.ok && !left) setBody((reply.body as unknown as InfoBody).data);
    });
    return () => {
      left = true;
    };
  }, [api, route, currency, playerId]);
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
    response,
  };
}

const everything: Features = { autobet: true, turbo: true };
/** The first known balance: suggested stakes do not change with every bet. */
function useFirstBalance({ playerId, currency, balance }: PlayerContext): bigint | undefined {
  const first = useRef<{ readonly key: string; readonly balance: bigint | undefined }>(undefined);
  const key = `${playerId ?? "guest"} ${currency}`;
  if (first.current?.key !== key || !first.current.balance) first.current = { key, balance };
  return first.current.balance;
}

/** The rules of the bets that are placed now: those the server names, or the current ones of this page until it has answered. */
export function rulesInForce<R extends Rules>(rules: RuleVersions<R>, { rulesVersion }: GameInfo): R {
  return (rulesVersion !== null && rules.find(rulesVersion)) || rules.current;
}

/** Ids of the bets placed on this page: the viewer's own rows in a feed. */
export function useOwnIds(): { readonly ids: ReadonlySet<string>; add(id: string): void } {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const setIdsRef = useRef(setIds);
  const add = useCallback(
    (id: string) => setIdsRef.current(known => (known.has(id) ? known : new Set([...known, id]))),
    [],
  );
  return { ids, add };
}
