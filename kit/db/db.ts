/** A value PostgreSQL takes as a parameter. int8 is returned as bigint, bytea as Buffer, json parsed, timestamptz as Date. */
export type SqlValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Date
  | Uint8Array
  | readonly SqlValue[]
  | { readonly [key: string]: unknown };

export interface Queryable {
  /** Runs one statement with `$1` parameters. `name` makes it a prepared statement of the connection. */
  query<Row = Record<string, unknown>>(
    text: string,
    values?: readonly SqlValue[],
    name?: string,
  ): Promise<{ rows: Row[]; rowCount: number }>;
}

/** An open transaction. Every write requires one. */
export interface Tx extends Queryable {
  readonly inTransaction: true;
  /** Runs after a successful commit, in order; an error in it is logged and affects nothing else. */
  afterCommit(task: () => void): void;
}

export interface Db extends Queryable {
  /**
   * READ COMMITTED by default. Rolls back and rethrows when `work` throws. Retries a serialization failure
   * or deadlock up to 5 times, but never after COMMIT was sent.
   */
  tx<T>(
    work: (tx: Tx) => Promise<T>,
    options?: { isolation?: "read committed" | "repeatable read" | "serializable"; readOnly?: boolean },
  ): Promise<T>;
  /** A dedicated connection, for LISTEN, advisory locks and the write lanes of the wallet. The caller ends it. */
  connect(): Promise<DbConnection>;
  end(): Promise<void>;
}

export interface DbConnection extends Queryable {
  /** Id of the PostgreSQL process behind the connection. */
  readonly pid?: number;
  /** Called once when the connection is lost or ended. */
  onLost(listener: (error: Error | undefined) => void): void;
  onNotification(listener: (channel: string, payload: string) => void): void;
  end(): Promise<void>;
}
