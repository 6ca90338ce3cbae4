import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Session } from "#kit/http/handler.ts";
import type { Bet, HistoryPage, WalletBooks } from "#modules/wallet/server/port.ts";

const pageSize = 30;

/** Paging parameters: `cursor` is the one that the previous page returned. */
export interface PageCall {
  readonly input: { readonly query: { readonly cursor?: string | undefined } };
}

interface Page<Item> {
  readonly items: Item[];
  /** Null on the last page. */
  readonly next_cursor: string | null;
}

/** A page of the caller's own bets in one currency, newest first: of one game, or of all. Fails with `validation_failed`. */
export async function ownBetsPage<Item>(
  wallet: Pick<WalletBooks, "history">,
  { session, input: { query } }: PageCall & { readonly session: Pick<Session, "player"> },
  { game, ...filter }: Pick<HistoryPage, "currency" | "from" | "to" | "among"> & { readonly game: string | undefined },
  view: (bet: Bet) => Item,
): Promise<Page<Item>> {
  const page = await wallet.history(session.player, {
    ...filter,
    limit: pageSize,
    ...(game !== undefined && { game }),
    ...(query.cursor !== undefined && { cursor: query.cursor }),
  });
  return { items: page.bets.map(view), next_cursor: page.next };
}

/**
 * A page of finished rounds of a shared game, newest first; the cursor is the number of the last one returned. Fails with
 * `validation_failed`.
 * @param ended a number of ended rounds, newest first, below a round number
 */
export async function roundsPage<Round extends { readonly number: bigint }, Item>(
  { input }: PageCall,
  ended: (limit: number, before: bigint | undefined) => Promise<readonly Round[]>,
  view: (rounds: Round[]) => Item[] | Promise<Item[]>,
): Promise<Page<Item>> {
  const { cursor } = input.query;
  if (cursor !== undefined && !/^[1-9][0-9]{0,14}$/.test(cursor))
    fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
  const rounds = await ended(pageSize + 1, cursor === undefined ? undefined : BigInt(cursor));
  const shown = rounds.slice(0, pageSize);
  return {
    items: await view(shown),
    next_cursor: rounds.length > pageSize ? String(shown.at(-1)?.number) : null,
  };
}
