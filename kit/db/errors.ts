import pg from "pg";

/** The connection was lost after COMMIT was sent: the work is either kept or not, and only the database knows. */
export class CommitUnknown extends Error {
  override readonly name = "CommitUnknown";
  constructor(options: ErrorOptions) {
    super("the outcome of the commit is not known", options);
  }
}

/** A serialisation failure or a deadlock: the same work may well succeed when it is done again. */
export function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === "40001" || error.code === "40P01");
}

/** Whether a UNIQUE or PRIMARY KEY constraint (the named one, when given) refused the statement. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === "23505" &&
    (constraint === undefined || error.constraint === constraint)
  );
}

/** Whether a CHECK constraint (the named one, when given) refused the statement. */
export function isCheckViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === "23514" &&
    (constraint === undefined || error.constraint === constraint)
  );
}

/**
 * Whether PostgreSQL itself refused the statement, so that nothing of it was kept. Any other error of a query (a lost
 * connection, a server going down) leaves open whether its transaction was committed.
 */
export function isStatementError(error: unknown): error is Error {
  return error instanceof pg.DatabaseError && error.severity === "ERROR";
}

/**
 * Whether a prepared statement of this connection was made for columns that a migration has changed since. Nothing was done; it
 * will never run on this connection again, and does on another or without its name.
 */
export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "0A000" && error.routine === "RevalidateCachedQuery";
}
