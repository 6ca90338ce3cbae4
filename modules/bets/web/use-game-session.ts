import { type Dispatch, type RefObject, type SetStateAction, useRef, useState } from "react";
import type { RouteSpec } from "#kit/contract/route.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { StakeTable } from "../shared/stakes.ts";
import { type AutoFields, freshAutoFields } from "./auto-fields.ts";
import type { BetMode } from "./bet-mode.ts";
import type { FeedTab } from "./feed-column.tsx";
import { useRefusal } from "./refusal.ts";
import { stakeText } from "./stake.ts";
import { stakeOf } from "./stake-field.tsx";
import { type GameInfo, useGameInfo } from "./use-game-info.ts";
import { useHeldBalance } from "./use-held-balance.ts";
import { type PlayerContext, useOwnIds, usePlayerContext } from "./use-player-context.ts";
import { type Switch, useStoredSwitch } from "./use-stored-choice.ts";

/** The page state that all games share. */
export interface GameSession {
  readonly game: string;
  /** The slot of this page's unanswered intents; the game's name unless it has several. */
  readonly slot: string;
  readonly playerContext: PlayerContext;
  readonly info: GameInfo;
  /** The bets placed on this page. */
  readonly own: ReturnType<typeof useOwnIds>;
  readonly balance: ReturnType<typeof useHeldBalance>;
  readonly refusal: ReturnType<typeof useRefusal>;
  /** Major units as typed, and the parsed stake if it is valid. */
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
  /** The element shown in full screen. */
  readonly frame: RefObject<HTMLDivElement | null>;
}

/**
 * The state that the pages of all games share. Use the currency as the key of the calling component: another currency needs new state, and
 * stakes, runs and totals do not carry over.
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
    // Where autobet or instant mode is not allowed, it is not offered, whatever this device has stored.
    mode: info.features.autobet ? mode : "manual",
    fast: info.features.turbo ? fast : { ...fast, on: false },
    game,
    slot: game,
    playerContext,
    info,
    setMode,
    auto,
    setAuto,
    tab,
    setTab,
    stakeTyped,
    typeStake,
    own: useOwnIds(),
    balance: useHeldBalance(),
    refusal: useRefusal(
      playerContext.currency,
      playerContext.language,
      playerContext.playerId === null ? null : info.closed,
    ),
    stake: stakeOf(stakeTyped, info.limits),
    rules: { on: rulesOpen, set: setRulesOpen },
    sound: useStoredSwitch("sound"),
    hotkeys: useStoredSwitch("hotkeys"),
    frame: useRef<HTMLDivElement>(null),
  };
}
