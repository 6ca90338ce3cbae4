/**
 * `expand`: the previous version of the code works with the schema after it. `contract`: removes what the previous version no longer
 * uses. Files from before phases have none: code and data then have to be of one version.
 */
export type Phase = "expand" | "contract";

export interface MigrationHeader {
  readonly phase: Phase | undefined;
  /** False for `-- transaction: none`: one CREATE INDEX CONCURRENTLY, which PostgreSQL refuses in a transaction. */
  readonly isTransactional: boolean;
  /** The name of that index, without schema. */
  readonly concurrentIndex: string | undefined;
}

const headerLine = /^-- (phase|transaction): *(.*)$/gm;
const concurrently = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY ([a-z_][a-z0-9_]*) ON [^;]+;?$/i;

/** Reads `-- phase: expand|contract` and `-- transaction: none`. Throws an error that begins with `name` for anything else. */
export function readHeader(name: string, sql: string): MigrationHeader {
  const values = new Map([...sql.matchAll(headerLine)].map(([, key, value]) => [key, value]));
  const phase = values.get("phase");
  if (phase !== undefined && phase !== "expand" && phase !== "contract")
    throw new Error(`${name} has the phase "${phase}", but should have expand or contract.`);
  const transaction = values.get("transaction");
  if (transaction === undefined) return { phase, isTransactional: true, concurrentIndex: undefined };
  const concurrentIndex = concurrently.exec(sql.replaceAll(/--.*$/gm, "").trim())?.[1];
  if (transaction !== "none" || phase === undefined || concurrentIndex === undefined)
    throw new Error(
      `${name}: a file with "-- transaction: none" names its phase and holds one CREATE INDEX CONCURRENTLY name ON ..., without IF NOT EXISTS.`,
    );
  return { phase, isTransactional: false, concurrentIndex };
}
