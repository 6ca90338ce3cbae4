import type { NameIn } from "#kit/i18n/text-keys.ts";

/** A column of the back office: the name of its heading among the office's texts, and its value. */
interface OfficeColumn<Row> {
  readonly text: NameIn<"office", "play.columns">;
  readonly value: (row: Row) => unknown;
}

/** Stored JSON: fields are read by name and may be missing, because older versions of the rules had others. */
type Stored = Readonly<Record<string, unknown>>;

/** What operators see of this game alone, in addition to what its bets and rounds share with those of all games. */
export interface GameOffice {
  /** Columns of a bet; `outcome` is empty while it is open. */
  readonly bets: readonly OfficeColumn<{ readonly choice: Stored; readonly outcome: Stored }>[];
  /** Columns of a shared round: `columns` of the registration's `RoundsTable`, as text. */
  readonly rounds?: readonly OfficeColumn<Readonly<Record<string, string | null>>>[];
}
