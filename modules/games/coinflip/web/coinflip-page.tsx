import "#modules/desk/web/desk.css";
import "./coinflip.css";
import { useEffect } from "react";
import { callHouse, useHouse } from "#kit/web/house.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useKept } from "#modules/desk/web/use-kept.ts";
import { useTable, useTableKey } from "#modules/desk/web/use-table.ts";
import { getCoinflip } from "../shared/contract.ts";
import { FlipTable } from "./flip-table.tsx";
import { LadderTable } from "./ladder-table.tsx";
import { type Way, ways } from "./way-tabs.tsx";

const texts = ["coinflip", "desk", "fairness"] as const;
export const handle = { game: true, texts };

/** Coinflip in two ways; a ladder that is open somewhere is where the player comes back to. */
export default function CoinflipPage() {
  useTranslation(...texts);
  const { playerId } = useTable();
  const table = useTableKey();
  const [way, setWay] = useKept<Way>("coinflip:way", ways, "flip");
  const house = useHouse();
  useEffect(() => {
    if (!house || playerId === null) return;
    void callHouse(getCoinflip, {}).then(reply => {
      if (reply.ok && reply.body.data.round) setWay("ladder");
    });
  }, [house, playerId, setWay]);
  return way === "ladder" ? <LadderTable key={table} onWay={setWay} /> : <FlipTable key={table} onWay={setWay} />;
}
