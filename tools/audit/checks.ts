import type { Queryable } from "#kit/db/db.ts";
import type { Difference, Invariant } from "#modules/ledger/server/index.ts";

export interface Checked {
  readonly invariant: Invariant;
  readonly differences: readonly Difference[];
}

/** Checks every invariant in turn; in one `repeatable read` transaction all of them see the same snapshot. */
export async function checkInvariants(on: Queryable, invariants: readonly Invariant[]): Promise<readonly Checked[]> {
  const checked: Checked[] = [];
  for (const invariant of invariants) checked.push({ invariant, differences: await invariant.run(on) });
  return checked;
}

/** A line for each invariant, with its violations below. */
export function printedChecks(checks: readonly Checked[]): { lines: readonly string[]; differences: number } {
  const lines = checks.flatMap(({ invariant: { id, name }, differences }) => [
    `${differences.length === 0 ? "holds " : "BROKEN"}  ${id.padEnd(3)}  ${name}`,
    ...differences.map(({ row }) => `          ${JSON.stringify(row, (_, value) => plain(value))}`),
  ]);
  return { lines, differences: checks.reduce((sum, { differences }) => sum + differences.length, 0) };
}

function plain(value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}
