import { useEffect, useState } from "react";
import { serverNow } from "#kit/web/use-api.ts";
import { multiplierAt } from "../shared/climb.ts";
import { crashChannel } from "../shared/contract.ts";
import type { CrashView } from "./crash-view.ts";

/** Milliseconds of flight by the server's clock. */
export function elapsedOf(view: CrashView): number {
  return view.startedAtMs === null ? 0 : Math.max(0, Math.floor(serverNow(crashChannel.module) - view.startedAtMs));
}

/**
 * The multiplier as a number, in hundredths, from the same function that payouts use. It stops while the connection is lost: an offline
 * page must not pretend to fly.
 */
export function useClimb(view: CrashView, connected: boolean): number {
  const [hundredths, setHundredths] = useState(100);
  const flying = view.state === "flying" && view.startedAtMs !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the start only: other players' cash-outs must not restart the clock
  useEffect(() => {
    if (!flying) {
      setHundredths(100);
      return;
    }
    if (!connected) return;
    let request = 0;
    const frame = () => {
      setHundredths(multiplierAt(elapsedOf(view)));
      request = requestAnimationFrame(frame);
    };
    frame();
    return () => cancelAnimationFrame(request);
  }, [flying, connected, view.startedAtMs]);
  return hundredths;
}

/** Whole tenths of a second until a moment of the server's clock. */
export function useCountdown(untilMs: number | null): number {
  const [tenths, setTenths] = useState(0);
  useEffect(() => {
    if (untilMs === null) return;
    const tick = () => setTenths(Math.max(0, Math.ceil((untilMs - serverNow(crashChannel.module)) / 100)));
    tick();
    const timer = setInterval(tick, 100);
    return () => clearInterval(timer);
  }, [untilMs]);
  return untilMs === null ? 0 : tenths;
}
