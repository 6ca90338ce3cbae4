import type { RouteOutput } from "#kit/contract/route.ts";
import { type Handler, handle, type Operator } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { type PlayerId, parseUuid } from "#kit/std/brand.ts";
import { parseHex } from "#kit/std/bytes.ts";
import { entryOfHash } from "#modules/audit/server/index.ts";
import { readGameRound } from "#modules/bets/server/index.ts";
import { namedByHash } from "#modules/fairness/server/index.ts";
import { operatorsLike, viewsLike } from "#modules/operators/server/index.ts";
import type { Permission } from "#modules/operators/shared/permissions.ts";
import { closedDayOfHash } from "#modules/projections/server/index.ts";
import { searchOffice } from "../office/search-contract.ts";
import { listsOf, pageOfList } from "../shared/list-pages.ts";
import type { OfficeNeeds } from "./needs.ts";

type Found = RouteOutput<typeof searchOffice>["data"];
type May = (permission: Permission) => boolean;
type Named = (player: PlayerId) => Promise<Found["bets"][number]["player"]>;

const mostFound = 8;
const noPermission: readonly never[] = [];

/** The palette's search. Ids are exact and names may be partial; contacts are compared as a whole, because a part would reveal them. */
export function searchHandler(needs: OfficeNeeds): Handler {
  const { people } = needs;
  const named: Named = async id => {
    const person = (await people.of([id])).get(id);
    return { id, name: person?.name ?? "", test: person?.isTest ?? false };
  };
  return handle(searchOffice, async ({ operator, input: { query } }) => {
    const text = query.query.trim();
    const may: May = permission => operator.permissions.has(permission);
    const [players, { bets, slips }, rounds, deposits, payouts, operators, views, hashes] = await Promise.all([
      may("players.read") ? playersLike(needs, text) : noPermission,
      may("bets.read") ? betsNamed(needs, named, text) : { bets: noPermission, slips: noPermission },
      may("bets.read") ? roundsNumbered(needs, text) : noPermission,
      may("payments.read") ? depositsNamed(needs, named, text) : noPermission,
      may("payouts.read") ? payoutsNamed(needs, named, text) : noPermission,
      may("operators.read") ? operatorsLike(needs.host.db, text, mostFound) : noPermission,
      viewsFor(needs, operator, text),
      hashesOf(needs, named, text, may),
    ]);
    return {
      data: {
        players: [...players],
        bets: [...bets],
        slips: [...slips],
        rounds: [...rounds],
        deposits: [...deposits],
        payouts: [...payouts],
        operators: [...operators],
        views: [...views],
        hashes: [...hashes],
      },
    };
  });
}

async function playersLike({ people }: OfficeNeeds, text: string): Promise<Found["players"]> {
  if (text.length < 2) return [];
  const found = await people.find(text, null, mostFound);
  return found.map(({ id, name, isTest, email, phone }) => ({ id, name, test: isTest, email, phone }));
}

/** A sealed id names a bet or a slip. */
async function betsNamed(
  { bets: { ids, registered }, betting, wallet }: OfficeNeeds,
  named: Named,
  id: string,
): Promise<Pick<Found, "bets" | "slips">> {
  const none = { bets: [], slips: [] };
  const name = ids.open(id);
  if (!name) return none;
  const bet = await wallet.bet(name.player, name.key);
  if (bet && registered.has(bet.game)) {
    const { game, stake, currency, player } = bet;
    return { bets: [{ id, game, player: await named(player), amount: formatAmount(stake), currency }], slips: [] };
  }
  const slip = [...(await betting.trading.wallet.slipBooks.named([name])).values()][0];
  if (!slip) return none;
  const { stake, currency, player } = slip;
  return { bets: [], slips: [{ id, player: await named(player), amount: formatAmount(stake), currency }] };
}

/** `crash-1234`, as public records name it, or the number alone: a round of each game that has one. */
async function roundsNumbered(
  { host, bets: { registered }, gameRounds }: OfficeNeeds,
  text: string,
): Promise<Found["rounds"]> {
  const [, sequence, digits] = /^(?:(.+)-)?#?([1-9][0-9]{0,14})$/.exec(text) ?? [];
  if (digits === undefined) return [];
  const games = [...registered.values()].filter(
    each => sequence === undefined || each.sequence === sequence || each.game === sequence,
  );
  const rounds = await Promise.all(
    games.map(async ({ game }) => {
      const table = gameRounds.get(game);
      const round = table && (await readGameRound(host.db, table, BigInt(digits)));
      return round ? [{ game, number: digits, state: round.state }] : [];
    }),
  );
  return rounds.flat();
}

async function depositsNamed({ payments }: OfficeNeeds, named: Named, text: string): Promise<Found["deposits"]> {
  const id = parseUuid(text);
  const found = id && (await payments.office.depositTimeline(id));
  if (!found) return [];
  const { player, amount, currency } = found.deposit;
  return [{ id: text, player: await named(player), amount: formatAmount(amount), currency }];
}

async function payoutsNamed({ payments }: OfficeNeeds, named: Named, text: string): Promise<Found["payouts"]> {
  const id = parseUuid(text);
  const found = id && (await payments.office.payoutTimeline(id));
  if (!found) return [];
  const { playerId, amount, currency } = found.payout;
  return [{ id: text, player: await named(playerId), amount: formatAmount(amount), currency }];
}

/** Saved views that open a page the operator may open. */
async function viewsFor({ host }: OfficeNeeds, operator: Operator, text: string): Promise<Found["views"]> {
  const found = await viewsLike(
    host.db,
    operator,
    text,
    listsOf(permission => operator.permissions.has(permission)),
  );
  return found.flatMap(({ id, list, name, query, by }) => {
    const page = pageOfList(list);
    return page ? [{ id, name, by, to: `${page.to}?${query}` }] : [];
  });
}

/** What a whole SHA-256 belongs to. A part would find nothing that a person could check. */
async function hashesOf(
  { host, bets: { registered } }: OfficeNeeds,
  named: Named,
  text: string,
  may: May,
): Promise<Found["hashes"]> {
  const hash = text.length === 64 ? parseHex(text) : undefined;
  if (!hash) return [];
  const found: Found["hashes"] = [];
  const [entry, day, drawn] = await Promise.all([
    may("audit.read") ? entryOfHash(host.db, hash) : undefined,
    may("dashboard.read") ? closedDayOfHash(host.db, hash) : undefined,
    namedByHash(host.db, hash),
  ]);
  const add = (kind: Found["hashes"][number]["kind"], to: string, about: Partial<Found["hashes"][number]> = {}) =>
    void found.push(Object.assign({ kind, to, number: null, game: null, player: null }, about));
  if (entry) add("audit_entry", `/audit?hash=${text.toLowerCase()}`, { number: String(entry.number) });
  if (day !== undefined) add("closed_day", `/closed-days/${day}`, { number: String(day) });
  for (const each of drawn) {
    if (each.kind === "server_seed") {
      if (may("players.read")) add(each.kind, `/players/${each.player}`, { player: await named(each.player) });
      continue;
    }
    const game = [...registered.values()].find(({ game, sequence }) => [game, sequence].includes(each.sequence))?.game;
    if (game === undefined || !may("bets.read")) continue;
    const number = String(each.round);
    add(each.kind, each.kind === "head" ? `/games/${game}` : `/games/${game}?round=${number}`, { game, number });
  }
  return found;
}
