import { CoinFace } from "#modules/bets/web/coin-face.tsx";
import type { Side } from "../shared/rules.ts";
import type { Fall } from "./use-fall.ts";

/** The coin: the logo on heads, a rosette on tails. It is at rest on the side it shows. */
export function Coin({ side, fall, label }: { side: Side; fall: Fall; label: string }) {
  return (
    <div className={`duel-coin ${side} ${fall}`} role="img" aria-label={label}>
      <div className="turn">
        <CoinFace side="heads" />
        <CoinFace side="tails" />
      </div>
    </div>
  );
}
