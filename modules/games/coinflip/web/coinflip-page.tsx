import "#modules/bets/web/bets.css";
import "./coinflip.css";
import { type RefObject, useEffect, useRef } from "react";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { usePlayerContext, usePlayerContextKey } from "#modules/bets/web/use-player-context.ts";
import { useStoredChoice } from "#modules/bets/web/use-stored-choice.ts";
import { getCoinflip } from "../shared/contract.ts";
import { type CoinflipMode, coinflipModes } from "./coinflip-mode-tabs.tsx";
import { FlipGame } from "./flip-game.tsx";
import { LadderGame } from "./ladder-game.tsx";

const texts = ["coinflip", "bets", "fairness"] as const;
const touches = ["click", "keydown", "input"] as const;
export const handle = { game: true, texts };

/** Coinflip in two modes; with an open ladder the page starts with it. */
export default function CoinflipPage() {
  useTranslation(...texts);
  const { playerId } = usePlayerContext();
  const contextKey = usePlayerContextKey();
  const [mode, setMode] = useStoredChoice<CoinflipMode>("coinflip:way", coinflipModes, "flip");
  const touched = useTouched(playerId);
  const { data } = useQuery(getCoinflip, {}, { enabled: playerId !== null, fresh: true });
  const hasOpenRound = playerId !== null && data?.round != null;
  useEffect(() => {
    // A player who has started to play meanwhile stays in the current mode; the ladder stays open in the other.
    if (hasOpenRound && !touched.current) setMode("ladder");
  }, [hasOpenRound, setMode, touched]);
  return mode === "ladder" ? (
    <LadderGame key={contextKey} onMode={setMode} />
  ) : (
    <FlipGame key={contextKey} onMode={setMode} />
  );
}

/** Whether the visitor has pressed or typed anything since the page loaded. Scrolling does not count. */
function useTouched(playerId: string | null): RefObject<boolean> {
  const touched = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: signing in counts as a new visit
  useEffect(() => {
    touched.current = false;
    const touch = () => {
      touched.current = true;
    };
    for (const what of touches) addEventListener(what, touch, true);
    return () => {
      for (const what of touches) removeEventListener(what, touch, true);
    };
  }, [playerId]);
  return touched;
}
