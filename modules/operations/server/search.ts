import type { RouteOutput } from "#kit/contract/route.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { type PlayerId, parseUuid } from "#kit/std/brand.ts";
import { readGameRound } from "#modules/bets/server/index.ts";
import { searchOffice } from "../office/search-contract.ts";
import type { OfficeNeeds } from "./needs.ts";

type Found = RouteOutput<typeof searchOffice>["data"];
type Named = (player: PlayerId) => Promise<Found["bets"][number]["player"]>;

const mostPlayers = 8;
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
    const may = (permission: Parameters<typeof operator.permissions.has>[0]) => operator.permissions.has(permission);
    const [players, { bets, slips }, rounds, deposits, payouts] = await Promise.all([
      may("players.read") ? playersLike(needs, text) : noPermission,
      may("bets.read") ? betsNamed(needs, named, text) : { bets: noPermission, slips: noPermission },
      may("bets.read") ? roundsNumbered(needs, text) : noPermission,
      may("payments.read") ? depositsNamed(needs, named, text) : noPermission,
      may("payouts.read") ? payoutsNamed(needs, named, text) : noPermission,
    ]);
    return {
      data: {
        players: [...players],
        bets: [...bets],
        slips: [...slips],
        rounds: [...rounds],
        deposits: [...deposits],
        payouts: [...payouts],
      },
    };
  });
}

async function playersLike({ people }: OfficeNeeds, text: string): Promise<Found["players"]> {
  if (text.length < 2) return [];
  const found = await people.find(text, null, mostPlayers);
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
