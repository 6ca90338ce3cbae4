import { useCallback, useRef, useState } from "react";
import { countBet, freshSession, type Session } from "#modules/bets/web/session.ts";
import type { GameSession } from "#modules/bets/web/use-game-session.ts";
import { noteVisitBet } from "#modules/bets/web/visit-totals.ts";
import type { ShownRound } from "./shown-round.ts";

const historyLimit = 6;

/** How a game shows a response. */
export interface RoundScene<View, Outcome> {
  /** Animates what is new; not called in instant mode. The scene has `next` already, the rest of the page not yet. */
  reveal(next: ShownRound<View, Outcome>, before: ShownRound<View, Outcome> | null): Promise<void>;
  /** A sound for what was just shown; none for a loss. */
  cue(next: ShownRound<View, Outcome>): void;
}

/** What the page shows of the player's rounds: nothing before the scene has shown it. */
export function useShownRounds<View, Outcome>(gameSession: GameSession, scene: RoundScene<View, Outcome>) {
  type Round = ShownRound<View, Outcome>;
  const [drawnRound, setDrawnRound] = useState<Round | null>(null);
  const [round, setRound] = useState<Round | null>(null);
  const [history, setHistory] = useState<readonly Round[]>([]);
  const [session, setSession] = useState<Session>(freshSession);
  const [lastProof, setLastProof] = useState<{ readonly nonce: number; readonly hash: string } | null>(null);
  const latest = useRef<Round | null>(null);
  const now = useRef({ gameSession, scene });
  now.current = { gameSession, scene };

  const put = useCallback((next: Round | null) => {
    latest.current = next;
    setDrawnRound(next);
    setRound(next);
  }, []);

  /** @param onDrawn called together with drawing the response */
  const show = useCallback(async (next: Round, onDrawn: () => void): Promise<void> => {
    const { gameSession: at, scene: how } = now.current;
    const before = latest.current;
    const still = at.fast.on || window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    latest.current = next;
    // Set together: the choice stops being pending when the scene has its response.
    setDrawnRound(next);
    onDrawn();
    if (!still) await how.reveal(next, before?.status === "open" ? before : null);
    setRound(next);
    if (next.id !== null && next.nonce !== null && next.hash !== null) {
      at.own.add(next.id);
      setLastProof({ nonce: next.nonce, hash: next.hash });
    }
    // An open round's response has the balance at its start: it is current only if money moved.
    if (next.balance !== null && (next.status !== "open" || next.steps === 0))
      at.balance.show(next.currency, next.balance);
    if (next.status !== "open") {
      setHistory(rows => [next, ...rows].slice(0, historyLimit));
      if (next.status === "settled") {
        setSession(counted => countBet(counted, next.stake, next.payout));
        if (next.id !== null) noteVisitBet({ ...next, id: next.id });
      }
    }
    if (at.sound.on) how.cue(next);
  }, []);

  return { drawnRound, round, history, session, lastProof, latest, put, show };
}
