import { useEffect, useState } from "react";

/** Whole seconds until then, counted down; 0 when it has passed, null for never. */
export function useSecondsLeft(endsAt: number | null): number | null {
  const [now, setNow] = useState(() => Date.now());
  const left = endsAt === null ? null : Math.max(0, Math.ceil((endsAt - now) / 1000));
  const isOver = left === null || left === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return left;
}

/** A duration as a countdown shows it. */
export function partsOf(seconds: number) {
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  };
}
