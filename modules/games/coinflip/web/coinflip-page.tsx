import "#modules/bets/web/desk.css";
import "./coinflip.css";
import { type RefObject, useEffect, useRef } from "react";
import { callHouse, useHouse } from "#kit/web/house.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useKept } from "#modules/bets/web/use-kept.ts";
import { useTable, useTableKey } from "#modules/bets/web/use-table.ts";
import { getCoinflip } from "../shared/contract.ts";
import { FlipTable } from "./flip-table.tsx";
import { LadderTable } from "./ladder-table.tsx";
import { type Way, ways } from "./way-tabs.tsx";

const texts = ["coinflip", "bets", "fairness"] as const;
const touches = ["click", "keydown", "input"] as const;
export const handle = { game: true, texts };

/** Coinflip in two ways; a ladder that is open somewhere is where the player comes back to. */
export default function CoinflipPage() {
  useTranslation(...texts);
  const { playerId } = useTable();
  const table = useTableKey();
  const [way, setWay] = useKept<Way>("coinflip:way", ways, "flip");
  const house = useHouse();
  const touched = useTouched(playerId);
  useEffect(() => {
    if (!house || playerId === null) return;
    let left = false;
    void callHouse(getCoinflip, {}).then(reply => {
      // Whoever has begun to play meanwhile keeps his table; the ladder waits beside it.
      if (reply.ok && reply.body.data.round && !left && !touched.current) setWay("ladder");
    });
    return () => {
      left = true;
    };
  }, [house, playerId, setWay, touched]);
  return way === "ladder" ? <LadderTable key={table} onWay={setWay} /> : <FlipTable key={table} onWay={setWay} />;
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
