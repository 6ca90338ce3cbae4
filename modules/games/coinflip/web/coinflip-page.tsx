import "#modules/bets/web/bets.css";
import "./coinflip.css";
import { type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { call, useApi } from "#kit/web/use-api.ts";
import { usePlayerContext, usePlayerContextKey } from "#modules/bets/web/use-player-context.ts";
import { useStoredChoice } from "#modules/bets/web/use-stored-choice.ts";
import { getCoinflip } from "../shared/contract.ts";
import { type CoinflipMode, coinflipModes } from "./coinflip-mode-tabs.tsx";
import { FlipGame } from "./flip-game.tsx";
import { LadderGame } from "./ladder-game.tsx";

const texts = ["coinflip", "bets", "fairness"] as const;
const touches = ["click", "keydown", "input"] as const;
export const handle = { game: true, texts };

/** Coinflip in two ways; a ladder that is open somewhere is where the player comes back to. */
export default function CoinflipPage() {
  useTranslation(...texts);
  const { playerId } = usePlayerContext();
  const contextKey = usePlayerContextKey();
  const [mode, setMode] = useStoredChoice<CoinflipMode>("coinflip:way", coinflipModes, "flip");
  const api = useApi();
  const touched = useTouched(playerId);
  useEffect(() => {
    if (!api || playerId === null) return;
    let left = false;
    void call(getCoinflip, {}).then(reply => {
      // Whoever has begun to play meanwhile keeps his table; the ladder waits beside it.
      if (reply.ok && reply.body.data.round && !left && !touched.current) setMode("ladder");
    });
    return () => {
      left = true;
    };
  }, [api, playerId, setMode, touched]);
  return mode === "ladder" ? (
    <LadderGame key={contextKey} onMode={setMode} />
  ) : (
    <FlipGame key={contextKey} onMode={setMode} />
  );
}

/** Whether this player has pressed or typed anything since the page came. Scrolling is nothing. */
function useTouched(playerId: string | null): RefObject<boolean> {
  const touched = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever signs in comes anew
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
