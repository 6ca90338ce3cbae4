import pg from "pg";

/** The connection was lost after COMMIT was sent: whether the work was committed is known only to the database. */
export class CommitUnknown extends Error {
  override readonly name = "CommitUnknown";
  constructor(options: ErrorOptions) {
    super("the outcome of the commit is not known", options);
  }
}

/** A serialization failure or a deadlock: a retry may succeed. */
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

/** The server takes no writes: a standby, or a primary that was replaced. Another connection may reach the primary. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "25006";
}

/** PostgreSQL ended the statement because it took longer than the connection allows. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "57014";
}

/**
 * Whether PostgreSQL itself refused the statement, so that nothing of it was stored. After any other error of a query (a lost
 * connection, a server shutting down) the outcome of the transaction is unknown.
 */
export function isStatementError(error: unknown): error is Error {
  return error instanceof pg.DatabaseError && error.severity === "ERROR";
}

/**
 * Whether a prepared statement of this connection has become invalid because a migration changed its columns. Nothing was executed;
 * retry on another connection or without the statement's name.
 */
export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "0A000" && error.routine === "RevalidateCachedQuery";
}
