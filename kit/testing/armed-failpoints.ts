import type { Failpoints } from "#kit/host/host.ts";

/** Failpoints at which a test injects a fault. */
export interface ArmedFailpoints extends Failpoints {
  /** Runs `action` (throw, kill a connection ...) at each of the next `times` hits; once by default. */
  arm(name: string, action: () => void, times?: number): void;
  /** How often it was hit, armed or not. */
  hits(name: string): number;
}

export function armedFailpoints(): ArmedFailpoints {
  const armed = new Map<string, { action: () => void; left: number }>();
  const counts = new Map<string, number>();
  return {
    hit(name) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      const entry = armed.get(name);
      if (!entry || entry.left === 0) return;
      entry.left -= 1;
      entry.action();
    },
    arm(name, action, times = 1) {
      armed.set(name, { action, left: times });
    },
    hits: name => counts.get(name) ?? 0,
  };
}
