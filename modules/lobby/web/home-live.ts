import type BelowFold from "./below-fold.tsx";
import type { checkCrashRound } from "./check-crash-round.ts";
import type CrashNow from "./crash-now.tsx";

/** What the home page shows only after hydration, and what it hydrates last. */
export interface HomeLive {
  readonly BelowFold: typeof BelowFold;
  readonly CrashNow: typeof CrashNow;
  readonly checkCrashRound: typeof checkCrashRound;
}

let load: (() => Promise<HomeLive>) | undefined;

/** The site provides the loader: it is in the file that every page loads late, and so needs no file of its own. */
export function provideHomeLive(from: () => Promise<HomeLive>): void {
  load = from;
}

export async function loadHomeLive(): Promise<HomeLive> {
  if (!load) throw new Error("no site has provided what the home page shows late");
  return load();
}
