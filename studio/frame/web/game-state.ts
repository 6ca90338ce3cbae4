import type { OpenView } from "#studio/frame/shared/calls.ts";
import type { GameData } from "#studio/frame/shared/game-data.ts";
import type { Autoplay } from "./autoplay.ts";
import type { Money } from "./money.ts";

/** What is chosen and what is under way in one opened game. */
export interface GameState {
  readonly demo: boolean;
  readonly stakes: readonly string[];
  stakeAt: number;
  balance: bigint;
  /** A round is under way. */
  busy: boolean;
  paused: boolean;
  ended: boolean;
  turbo: boolean;
  /** Whether motion is reduced, as the page around the frame has set it; undefined: as the browser says. */
  reducedByPage: boolean | undefined;
  automatic: Autoplay | undefined;
  lastRoundId: string | undefined;
  stake(): bigint;
  unitsAmount(units: number, of?: bigint): bigint;
  /** Free rounds that are left. */
  grant(): Grant | undefined;
  reduced(): boolean;
}

type Grant = { -readonly [Field in keyof OpenView["free_rounds"][number]]: OpenView["free_rounds"][number][Field] };

/** Play chips: so many times the middle stake. */
export const demoStakes = 1_000n;

export function createGameState(data: GameData, open: OpenView, money: Money): GameState {
  const { profile } = open;
  const demo = open.mode === "demo";
  const limit = profile.max_stake === null ? undefined : money.read(profile.max_stake);
  const stakes = open.stakes.filter(stake => limit === undefined || money.read(stake) <= limit);
  const grants = open.free_rounds.map((grant): Grant => ({ ...grant }));
  const reducedQuery = matchMedia("(prefers-reduced-motion: reduce)");
  const state: GameState = {
    demo,
    stakes,
    stakeAt: Math.max(0, stakes.indexOf(open.last?.stake ?? stakes[Math.floor(stakes.length / 3)] ?? "")),
    balance: demo
      ? money.read(stakes[Math.floor(stakes.length / 2)] ?? "1") * demoStakes
      : money.read(open.balance ?? "0"),
    busy: false,
    paused: false,
    ended: false,
    turbo: false,
    reducedByPage: undefined,
    automatic: undefined,
    lastRoundId: open.last?.round,
    stake: () => money.read(stakes[state.stakeAt] ?? "0"),
    unitsAmount: (units, of = state.stake()) => (of * BigInt(units)) / BigInt(data.units),
    grant: () => grants.find(({ left }) => left > 0),
    reduced: () => state.reducedByPage ?? reducedQuery.matches,
  };
  return state;
}
