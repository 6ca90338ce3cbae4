import { type Dispatch, type RefObject, type SetStateAction, useRef, useState } from "react";
import type { RouteSpec } from "#kit/contract/route.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { StakeTable } from "../shared/stakes.ts";
import { type AutoFields, freshAutoFields } from "./auto-fields.ts";
import type { FeedTab } from "./feed-column.tsx";
import type { BetMode } from "./mode-tabs.tsx";
import { useRefusal } from "./refusal.ts";
import { stakeText } from "./stake.ts";
import { stakeOf } from "./stake-field.tsx";
import { useHeldBalance } from "./use-held-balance.ts";
import { type GameInfo, type PlayerContext, useGameInfo, useOwnIds, usePlayerContext } from "./use-player-context.ts";
import { type Switch, useStoredSwitch } from "./use-stored-choice.ts";

/** What the page of every game keeps, whatever is played on it. */
export interface GameSession {
  readonly game: string;
  /** Where unanswered intents of this table wait; the game's name unless it is played in several ways. */
  readonly slot: string;
  readonly playerContext: PlayerContext;
  readonly info: GameInfo;
  /** The bets that this page has made. */
  readonly own: ReturnType<typeof useOwnIds>;
  readonly balance: ReturnType<typeof useHeldBalance>;
  readonly refusal: ReturnType<typeof useRefusal>;
  /** Major units as typed, and the stake they are where it may be sent. */
  readonly stakeTyped: string;
  readonly stake: Micros | null;
  typeStake(text: string): void;
  readonly mode: BetMode;
  setMode(mode: BetMode): void;
  readonly auto: AutoFields;
  setAuto: Dispatch<SetStateAction<AutoFields>>;
  readonly tab: FeedTab;
  setTab(tab: FeedTab): void;
  readonly rules: Switch;
  readonly sound: Switch;
  /** Results at once. */
  readonly fast: Switch;
  readonly hotkeys: Switch;
  /** What fills the screen. */
  readonly frame: RefObject<HTMLDivElement | null>;
}

/**
 * The state that the pages of all games share. Give the component that calls it the currency as its key: another currency is
 * another table, and stakes, runs and sums of the former one do not go over to it.
 */
export function useGameSession(game: string, route: RouteSpec, stakes: StakeTable): GameSession {
  const playerContext = usePlayerContext();
  const info = useGameInfo(route, stakes, playerContext);
  const [typed, typeStake] = useState<string | null>(null);
  const [mode, setMode] = useState<BetMode>("manual");
  const [auto, setAuto] = useState(freshAutoFields);
  const [tab, setTab] = useState<FeedTab>("all");
  const [rulesOpen, setRulesOpen] = useState(false);
  const stakeTyped = typed ?? stakeText(info.usual);
  const fast = useStoredSwitch(`${game}:fast`);
  return {
    // Where no runs or no results at once are allowed, neither is offered, whatever this device remembers.
    mode: info.features.autobet ? mode : "manual",
    fast: info.features.turbo ? fast : { ...fast, on: false },
    ...{ game, slot: game, playerContext, info, setMode, auto, setAuto, tab, setTab, stakeTyped, typeStake },
    own: useOwnIds(),
    balance: useHeldBalance(),
    refusal: useRefusal(playerContext.currency, playerContext.language),
    stake: stakeOf(stakeTyped, info.limits),
    rules: { on: rulesOpen, set: setRulesOpen },
    sound: useStoredSwitch("sound"),
    hotkeys: useStoredSwitch("hotkeys"),
    frame: useRef<HTMLDivElement>(null),
  };
}
