import { useEffect, useRef, useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { serverNow } from "#kit/web/use-api.ts";
import { rouletteChannel } from "../shared/contract.ts";
import { bettingMs } from "../shared/round.ts";

/** The time left for bets, by the server's clock. */
export function Countdown({ endsAtMs }: { endsAtMs: number }) {
  const { t } = useTranslation("roulette");
  const bar = useRef<HTMLElement>(null);
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => {
      const ms = Math.max(0, endsAtMs - serverNow(rouletteChannel.module));
      setLeft(Math.ceil(ms / 1000));
      if (bar.current) bar.current.style.transform = `scaleX(${Math.min(1, ms / bettingMs).toFixed(4)})`;
    };
    tick();
    const timer = setInterval(tick, 100);
    return () => clearInterval(timer);
  }, [endsAtMs]);
  return (
    <div className="rl-count">
      <div className="key-value">
        <span>{t("closes_in")}</span>
        <b className="display num">{left === null ? "00:–" : `00:${String(left).padStart(2, "0")}`}</b>
      </div>
      <div className="progress">
        <i ref={bar} />
      </div>
    </div>
  );
}
