import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Call } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { byteOrderMark, csvLine } from "#kit/std/csv.ts";
import { isOwnGame, isProviderGame } from "#modules/ledger/shared/chart.ts";
import type { Bet, WalletBooks } from "#modules/wallet/server/port.ts";
import type { betKinds, getOwnBets, getOwnBetsFile, OwnBet } from "../shared/contract.ts";
import type { BetIds } from "./bet-id.ts";
import type { ProvidedRounds } from "./get-round.ts";
import { ownBetsPage } from "./pages.ts";
import { paidMultiplier } from "./rows.ts";

interface Needs {
  readonly ids: BetIds;
  readonly wallet: Pick<WalletBooks, "history">;
  readonly provided: readonly Pick<ProvidedRounds, "titleOf" | "gamesOf">[];
}

/** A page of the caller's bets in one currency, newest first: of one game or all, within a date range. */
export async function listOwnBets(
  needs: Needs,
  call: Call<typeof getOwnBets>,
  currency: Currency,
): Promise<RouteOutput<typeof getOwnBets>> {
  const { query } = call.input;
  refuseUnknownGame(query.game);
  const filter = { currency, game: query.game, ...spanOf(query), ...amongOf(needs, query) };
  return { data: await ownBetsPage(needs.wallet, call, filter, bet => viewOf(needs, bet)) };
}

/** Rows per chunk of an export. */
const chunkSize = 500;
const columns = [
  "at",
  "game",
  "id",
  "currency",
  "stake",
  "payout",
  "multiplier",
  "status",
  "title",
  "from_bonus",
  "paid_bonus",
] as const satisfies (keyof OwnBet)[];

const fieldOf = (row: OwnBet, name: (typeof columns)[number]) => (name === "title" ? (row.title?.en ?? "") : row[name]);

/** All of the caller's bets that match as a CSV file with English column names, for programs; no connection is held between chunks. */
export function ownBetsFile(
  needs: Needs,
  call: Call<typeof getOwnBetsFile>,
  currency: Currency,
): AsyncGenerator<string> {
  // Before the first line: a file that has begun cannot be refused.
  refuseUnknownGame(call.input.query.game);
  return linesOf(needs, call, currency);
}

async function* linesOf(needs: Needs, call: Call<typeof getOwnBetsFile>, currency: Currency): AsyncGenerator<string> {
  const { query } = call.input;
  const filter = {
    currency,
    limit: chunkSize,
    ...(query.game !== undefined && { game: query.game }),
    ...spanOf(query),
    ...amongOf(needs, query),
  };
  yield byteOrderMark + csvLine(columns);
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<WalletBooks["history"]>> = await needs.wallet.history(call.session.player, {
      ...filter,
      ...(cursor !== null && { cursor }),
    });
    const rows = page.bets.map(bet => viewOf(needs, bet));
    if (rows.length > 0) yield rows.map(row => csvLine(columns.map(name => fieldOf(row, name)))).join("");
    cursor = page.next;
  } while (cursor !== null);
}

function refuseUnknownGame(game: string | undefined): void {
  if (game !== undefined && !isOwnGame(game)) fail(validationFailed, { errors: { game: ["game_unknown"] } });
}

function spanOf({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }) {
  return { ...(from !== undefined && { from: new Date(from) }), ...(to !== undefined && { to: new Date(to) }) };
}

type Kind = (typeof betKinds)[number];

function amongOf({ provided }: Pick<Needs, "provided">, { kind }: { readonly kind?: Kind | undefined }) {
  if (kind === undefined) return {};
  return { among: kind === "in-house" ? kind : provided.flatMap(each => each.gamesOf(kind)) };
}

function titleOf(provided: ViewNeeds["provided"], account: string, slug: string): OwnBet["title"] {
  for (const each of provided) {
    const title = each.titleOf(account, slug);
    if (title) return title;
  }
  return null;
}

/** The name of the bet's game; for a bet at a provider, the provider's slug. */
function nameOf({ game, choice }: Bet): string {
  const { slug } = (choice ?? {}) as { readonly slug?: unknown };
  return isProviderGame(game) && typeof slug === "string" ? slug : game;
}

interface ViewNeeds {
  readonly ids: BetIds;
  readonly provided: readonly Pick<ProvidedRounds, "titleOf">[];
}

/** A bet of any game as its player sees it in a list. */
export function viewOf({ ids, provided }: ViewNeeds, bet: Bet): OwnBet {
  const game = nameOf(bet);
  return {
    id: ids.seal(bet.player, bet.key),
    game,
    title: isProviderGame(bet.game) ? titleOf(provided, bet.game, game) : null,
    at: bet.placedAt.toISOString(),
    currency: bet.currency,
    stake: formatAmount(bet.stake),
    payout: formatAmount(bet.payout),
    from_bonus: formatAmount(bet.wagering?.fromBonus ?? 0n),
    paid_bonus: formatAmount(bet.wagering?.paidBonus ?? 0n),
    multiplier: paidMultiplier(bet),
    status: bet.status,
  };
}
