import { useEffect, useState } from "react";
import { houseNow } from "#kit/web/house.ts";

/** Whole seconds until this time of the house, never below zero. */
export function useSecondsTo(iso: string): number {
  const secondsLeft = () => Math.max(0, Math.ceil((Date.parse(iso) - houseNow()) / 1000));
  const [left, setLeft] = useState(secondsLeft);
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((Date.parse(iso) - houseNow()) / 1000)));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [iso]);
  return left;
}
