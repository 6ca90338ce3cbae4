/**
 * Where a game stores its shared rounds, for the back office: a table with `number`, `state`, `rules_version`, `opened_at` and `ended_at`.
 * Its migrations have an index `(ended_at, number) WHERE state = <voided>`.
 */
export interface RoundsTable {
  /** Schema and table. */
  readonly table: string;
  /** The states in which a round has ended: played, and with its stakes given back. */
  readonly paid: string;
  readonly voided: string;
  /** Further columns of a round, for operators. */
  readonly columns: readonly string[];
  /** Whether a bet is stored with the number of its round. */
  readonly isInBets: boolean;
}
