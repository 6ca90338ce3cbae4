import type { BetComparison } from "./compare-bets.ts";

/** A database that was restored, and what it has. */
export interface Restored {
  readonly title: string;
  readonly ms: number;
  readonly compared: BetComparison;
  readonly wrongBooks: readonly string[];
}

export interface DrillResult {
  /** The latest first, then the moments. */
  readonly restored: readonly Restored[];
  /** From the oldest confirmed bet that is gone to the loss. */
  readonly rpoMs: number;
  /** From the loss to the first confirmed bet after it. */
  readonly rtoMs: number;
  readonly holes: number;
  /** Movements without a final answer. */
  readonly failed: number;
  readonly confirmed: number;
}

/** The targets of docs/operations.md. */
const targets = { rpoMs: 60_000, rtoMs: 300_000 } as const;

/** Prints a table and one last line. True if every moment was met, the books are right, and RPO and RTO are within their targets. */
export function report(result: DrillResult, print: (line: string) => void = console.log): boolean {
  const { restored, rpoMs, rtoMs, holes, failed, confirmed } = result;
  print("\n| restored to | took, s | bets confirmed before | of them missing | sent later and there | wrong books |");
  print("|---|---|---|---|---|---|");
  for (const { title, ms, compared, wrongBooks } of restored)
    print(
      `| ${title} | ${inSeconds(ms)} | ${compared.expected} | ${compared.lost.length} | ${compared.late.length} | ${wrongBooks.length} |`,
    );
  for (const { wrongBooks } of restored) for (const line of wrongBooks) print(line);
  const doubled = restored.reduce((sum, { compared }) => sum + compared.doubled.length, 0);
  const wrong = restored.reduce((sum, { wrongBooks }) => sum + wrongBooks.length, 0);
  const [, ...moments] = restored;
  const missed = moments.filter(({ compared }) => compared.lost.length + compared.late.length > 0).length;
  print(
    `\nconfirmed ${confirmed}, RPO ${inSeconds(rpoMs)} s, RTO ${inSeconds(rtoMs)} s, moments missed ${missed}, holes ${holes}, doubled ${doubled}, failed ${failed}, wrong books ${wrong}`,
  );
  return missed + holes + doubled + failed + wrong === 0 && rpoMs <= targets.rpoMs && rtoMs <= targets.rtoMs;
}

const inSeconds = (ms: number) => (ms / 1000).toFixed(1);
