import { useEffect, useState } from "react";
import { serverNow } from "#kit/web/use-api.ts";

/** Whole seconds until this server time, never below zero. */
export function useSecondsLeft(iso: string): number {
  const secondsLeft = () => Math.max(0, Math.ceil((Date.parse(iso) - serverNow()) / 1_000));
  const [left, setLeft] = useState(secondsLeft);
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((Date.parse(iso) - serverNow()) / 1_000)));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [iso]);
  return left;
}
