import type { Host } from "#kit/host/host.ts";
import { uuidV5 } from "#kit/host/uuid-v5.ts";
import { formatAmount, type Micros } from "#kit/money/amount.ts";
import { invariant } from "#kit/std/invariant.ts";
import { tryEach } from "#kit/std/try-each.ts";
import { account } from "#modules/ledger/shared/chart.ts";
import { mayDeposit } from "#modules/limits/server/index.ts";
import type { Notifications } from "#modules/notifications/server/index.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import { hasOpenDispute } from "./disputes-store.ts";
import {
  cutsOf,
  type FrozenRank,
  insertPrize,
  paidPlaces,
  ranksOf,
  setTournamentState,
  type TournamentRow,
  tournamentOf,
} from "./store.ts";
import { lesser } from "./views.ts";

export interface PrizeNeeds {
  readonly host: Pick<Host, "db" | "clock" | "failpoints">;
  readonly wallet: Pick<Wallet, "open" | "credit">;
  readonly notices: Pick<Notifications, "give">;
}

/**
 * PAID: the prizes of the frozen ranks, each once and in a transaction of its own, when the review is over. A prize of a player in a break waits until the
 * break ends; the tournament is finished when none waits. A prize that cannot be paid does not keep the others waiting.
 */
export async function payPrizes(needs: PrizeNeeds, id: string): Promise<void> {
  const { host } = needs;
  const tournament = await tournamentOf(host.db, id);
  if (!tournament || !isDue(tournament, host.clock.now()) || (await hasOpenDispute(host.db, id))) return;
  const [paid, ranks] = [await paidPlaces(host.db, id), await ranksOf(host.db, id, tournament.prizes.length)];
  let waiting = 0;
  await tryEach(ranks, async rank => {
    const amount = tournament.prizes[rank.place - 1];
    if (amount === undefined || paid.has(rank.place)) return;
    if (!(await payPrize(needs, tournament, rank, amount))) waiting += 1;
  });
  await host.db.tx(async tx => {
    const now = await tournamentOf(tx, id, "FOR UPDATE OF t");
    if (now && isDue(now, host.clock.now()) && !(await hasOpenDispute(tx, id)))
      await setTournamentState(tx, id, waiting === 0 ? "finished" : "paid");
  });
}

const isDue = ({ state, reviewUntil }: TournamentRow, nowMs: number): boolean =>
  state === "paid" || (state === "review" && reviewUntil !== null && reviewUntil.getTime() <= nowMs);

/** False while the player is in a break, and when the ranks are not those that were read: a disqualification on another machine was first. */
function payPrize(
  { host, wallet, notices }: PrizeNeeds,
  { id, title, currency, ranksHash }: TournamentRow,
  { place, playerId }: FrozenRank,
  prize: Micros,
): Promise<boolean> {
  return host.db.tx(async tx => {
    const now = new Date(host.clock.now());
    const isFree = await mayDeposit(tx, playerId, now);
    const tournament = await tournamentOf(tx, id, "FOR SHARE OF t");
    if (!isFree || !tournament || !isDue(tournament, now.getTime()) || (await hasOpenDispute(tx, id))) return false;
    if (!ranksHash || !tournament.ranksHash || Buffer.compare(ranksHash, tournament.ranksHash) !== 0) return false;
    const amount = lesser(prize, (await cutsOf(tx, id)).get(playerId));
    const reference = uuidV5(id, String(place));
    // Waits for another process that pays this place, and then has nothing to do.
    if (!(await insertPrize(tx, { id, place, player: playerId, currency, amount, reference, at: now }))) return true;
    await wallet.open(tx, playerId, currency);
    const movement = { owner: playerId, currency, amount, kind: "prize", reference } as const;
    const moved = await wallet.credit(tx, { ...movement, from: account("promotions") });
    invariant(!moved.replayed, "a prize is paid once");
    await notices.give(tx, {
      player: playerId,
      kind: "tournament_prize",
      data: { tournament: id, titles: title, rank: place, amount: formatAmount(amount), currency },
      source: `tournament_prize:${reference}`,
    });
    host.failpoints.hit("tournaments.prize");
    return true;
  });
}
