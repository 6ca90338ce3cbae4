import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import { pageFrom } from "#kit/contract/page-of.ts";
import type { RouteInput, RouteOutput } from "#kit/contract/route.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { PersonRow } from "#modules/accounts/server/index.ts";
import { accountName } from "#modules/ledger/shared/chart.ts";
import { kindOf } from "#modules/ledger/shared/kinds.ts";
import { rowsOf } from "#modules/operators/office/fields.ts";
import { readGameBets, transfersOfBet } from "#modules/wallet/server/index.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type * as contract from "../../office/contract.ts";
import type { BetIds } from "../bet-id.ts";
import { paidMultiplier } from "../rows.ts";
import { daysOf } from "./days-of.ts";
import type { BetsOfficeNeeds } from "./needs.ts";

type Page = RouteOutput<typeof contract.readGameBets>["data"];
type Persons = ReadonlyMap<PlayerId, PersonRow>;

/** A page of a game's bets, newest first. Those of test accounts are left out unless the call asks for them or for one player. */
export async function listGameBets(
  { host, bets: { ids }, people }: BetsOfficeNeeds,
  game: string,
  query: RouteInput<typeof contract.readGameBets>["query"],
): Promise<Page> {
  const { begins, ends } = daysOf(query, host.clock.now());
  const after = query.cursor === undefined ? undefined : ids.open(query.cursor);
  if (query.cursor !== undefined && !after) fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
  const limit = rowsOf(query);
  const rows = await readGameBets(host.db, {
    game,
    state: query.state ?? "ended",
    from: begins,
    to: ends,
    except: query.tests === "with" ? [] : await people.testPlayers(host.db),
    limit: limit + 1,
    ...(query.player !== undefined && { player: query.player as PlayerId }),
    ...(query.round !== undefined && { round: BigInt(query.round) }),
    ...(after && { after }),
  });
  const { items, next_cursor } = pageFrom(rows, limit, last => ids.seal(last.player, last.key));
  const persons = await people.of([...new Set(items.map(({ player }) => player))]);
  return { items: items.map(bet => betView(ids, bet, persons)), next_cursor };
}

/** One bet with everything that the ledger has of it. Fails with `not_found`. */
export async function officeBet(
  { host, bets: { ids, registered }, people, wallet }: BetsOfficeNeeds,
  id: string,
): Promise<RouteOutput<typeof contract.readOfficeBet>["data"]> {
  const name = ids.open(id) ?? fail(notFound);
  const bet = (await wallet.bet(name.player, name.key)) ?? fail(notFound);
  if (!registered.has(bet.game)) fail(notFound);
  const transfers = await transfersOfBet(host.db, name);
  return {
    bet: betView(ids, bet, await people.of([bet.player])),
    win_cap: formatAmount(bet.winCap),
    seed: bet.seed && { number: bet.seed.number, client_seed: bet.seed.clientSeed, nonce: bet.seed.nonce },
    steps: bet.journal ? bet.journal.steps.length : null,
    transfers: transfers.map(({ number, at, kind, amount, debit, credit, balanceAfter }) => ({
      number: String(number),
      at: at.toISOString(),
      kind: kindOf(kind),
      amount: formatAmount(amount),
      debit: accountName(debit),
      credit: accountName(credit),
      balance: formatAmount(balanceAfter),
    })),
  };
}

function betView(ids: BetIds, bet: Bet, persons: Persons): Page["items"][number] {
  const person = required(persons.get(bet.player), "a bet of a player");
  return {
    id: ids.seal(bet.player, bet.key),
    player: { id: bet.player, name: person.name, test: person.isTest },
    game: bet.game,
    at: bet.placedAt.toISOString(),
    ended_at: bet.settledAt?.toISOString() ?? null,
    currency: bet.currency,
    stake: formatAmount(bet.stake),
    payout: formatAmount(bet.payout),
    multiplier: paidMultiplier(bet),
    status: bet.status,
    rules_version: bet.rulesVersion,
    round: bet.round ? String(bet.round.number) : null,
    choice: recordOf(bet.choice),
    outcome: recordOf(bet.outcome),
  };
}

const recordOf = (json: Bet["outcome"]): Record<string, unknown> =>
  typeof json === "object" && json !== null && !Array.isArray(json) ? (json as Record<string, unknown>) : {};
