import type { Host } from "#kit/host/host.ts";
import { formatAmount, micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { type Accounts, playedBy } from "#modules/accounts/server/index.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import type { Bet, WalletPort } from "#modules/wallet/server/port.ts";
import type { Top, TopLine } from "../shared/contract.ts";
import { daysOf, instantOf, type Period, type TopBoard } from "../shared/period.ts";
import { linesOf, type StoredLine } from "./store.ts";

const shown = 100;

export interface ReadNeeds {
  readonly host: Pick<Host, "db" | "clock">;
  readonly publicProfiles: Accounts["publicProfiles"];
  readonly wallet: Pick<WalletPort, "bet">;
  readonly bets: Pick<Bets, "liveRow">;
}

interface TopQuery {
  readonly board: TopBoard;
  readonly period: Period;
  readonly player: PlayerId | undefined;
}

/** Ended bets never change: those on the boards are read once. */
const mostCached = 4_000;

/** Reads boards of the periods that now is in, with the public profiles of this moment. */
export function createTopReader(needs: ReadNeeds): (query: TopQuery) => Promise<Top> {
  const cached = new Map<string, Bet>();
  async function bet(player: PlayerId, key: Uuid): Promise<Bet | undefined> {
    // Players choose the keys of their bets: two may have the same.
    const id = `${player}/${key}`;
    const found = cached.get(id) ?? (await needs.wallet.bet(player, key));
    if (cached.size >= mostCached) cached.clear();
    if (found) cached.set(id, found);
    return found;
  }
  const { host, publicProfiles, bets } = needs;
  return query => readTop({ host, publicProfiles, bets, wallet: { bet } }, query);
}

async function readTop(needs: ReadNeeds, { board, period, player }: TopQuery): Promise<Top> {
  const { host, publicProfiles } = needs;
  const { first, last } = daysOf(period, host.clock.now());
  const stored = await linesOf(host.db, { board, period, begins: first }, { limit: shown, player });
  const profiles = await publicProfiles(stored.map(({ playerId }) => playerId));
  const lines = await Promise.all(
    stored.map(async line => ({ line, of: await lineOf(needs, line, playedBy(profiles.get(line.playerId))) })),
  );
  const known = lines.flatMap(({ line, of }) => (of ? [{ line, of }] : []));
  return {
    board,
    period,
    begins_at: instantOf(first).toISOString(),
    ends_at: instantOf(last + 1).toISOString(),
    lines: known.filter(({ line }) => line.place <= shown).map(({ of }) => of),
    me: known.find(({ line }) => line.playerId === player)?.of ?? null,
  };
}

/** Undefined for an account that has become a test account since it was ranked. */
async function lineOf(
  { wallet, bets }: ReadNeeds,
  { place, playerId, key, currency, amount }: StoredLine,
  profile: ReturnType<typeof playedBy>,
): Promise<TopLine | undefined> {
  if (profile.test) return undefined;
  const bet = key === null ? undefined : await wallet.bet(playerId, key);
  if (key !== null && !bet) return undefined;
  return {
    place,
    player: profile.face,
    bet: bet ? bets.liveRow(bet, profile) : null,
    wager: amount === null || currency === null ? null : { amount: formatAmount(micros(amount)), currency },
  };
}
