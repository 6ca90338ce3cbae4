import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";

/** Which of these players have to accept something before their next stake or deposit. */
export type TermsQuestion = (db: Queryable, players: readonly PlayerId[]) => Promise<ReadonlySet<PlayerId>>;

export const nothingToAccept: TermsQuestion = async () => new Set();

/** From the commit of `tx`, every wallet is checked before its next stake, in every process. */
export async function raiseTerms(tx: Tx): Promise<void> {
  await tx.query("UPDATE limits.terms SET number = number + 1");
}

/** Read it before asking who has to accept what: a number that rises in between is then not written into wallets. */
export async function termsNumber(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ number: number }>("SELECT number FROM limits.terms", [], "limits.terms");
  return rows[0]?.number ?? 0;
}
