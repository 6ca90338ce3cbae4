import { ApiError } from "#kit/web/api-error.ts";

/** An action on several selected rows. Each row is decided by a call of its own, with its own checks and audit entry. */
export interface BulkAction<Row> {
  readonly id: string;
  readonly label: string;
  readonly dangerous?: boolean;
  readonly asksReason?: boolean;
  /** Why the action leaves a row out; undefined if it applies. */
  refusal(row: Row): string | undefined;
  /** What the action does to these rows, line by line: sums, counts. */
  preview(rows: readonly Row[]): readonly string[];
  run(row: Row, reason: string): Promise<unknown>;
}

/** What an action would do to the selected rows. */
export interface BulkPlan<Row> {
  readonly rows: readonly Row[];
  /** Rows left out, by reason. */
  readonly left: ReadonlyMap<string, number>;
}

export function planOf<Row>({ refusal }: Pick<BulkAction<Row>, "refusal">, selected: readonly Row[]): BulkPlan<Row> {
  const rows: Row[] = [];
  const left = new Map<string, number>();
  for (const row of selected) {
    const reason = refusal(row);
    if (reason === undefined) rows.push(row);
    else left.set(reason, (left.get(reason) ?? 0) + 1);
  }
  return { rows, left };
}

export interface BulkFailure<Row> {
  readonly row: Row;
  readonly error: ApiError;
}

/** Ends for all rows at once: nothing else can succeed. */
const final: readonly string[] = ["unauthenticated", "forbidden", "network"];

/** Runs the action on one row after the other; a refused row does not keep the others from being tried. */
export async function runAll<Row>(
  action: Pick<BulkAction<Row>, "run">,
  rows: readonly Row[],
  reason: string,
): Promise<readonly BulkFailure<Row>[]> {
  const failures: BulkFailure<Row>[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      await action.run(row, reason);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (final.includes(error.code)) return [...failures, ...rows.slice(index).map(rest => ({ row: rest, error }))];
      failures.push({ row, error });
    }
  }
  return failures;
}
