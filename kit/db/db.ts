/** A value PostgreSQL takes as a parameter. int8 comes back as bigint, bytea as Buffer, json parsed, timestamptz as Date. */
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

/** An open transaction. Everything that writes takes one. */
export interface Tx extends Queryable {
  readonly inTransaction: true;
  /** Runs after a successful commit, in order; an error in it is logged and breaks nothing. */
  afterCommit(task: () => void): void;
}

export interface Db extends Queryable {
  /**
   * READ COMMITTED unless told otherwise. Rolls back and rethrows when `work` throws. Retries a serialisation failure
   * or deadlock up to 5 times, but never once COMMIT was sent.
   */
  tx<T>(
    work: (tx: Tx) => Promise<T>,
    options?: { isolation?: "read committed" | "repeatable read" | "serializable"; readOnly?: boolean },
  ): Promise<T>;
  /** A connection of its own, for LISTEN, advisory locks and the lanes of the wallet. The caller ends it. */
  connect(): Promise<DbConnection>;
  end(): Promise<void>;
}

export interface DbConnection extends Queryable {
  /** Called once when the connection is lost or ended. */
  onLost(listener: (error: Error | undefined) => void): void;
  onNotification(listener: (channel: string, payload: string) => void): void;
  end(): Promise<void>;
}
