import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { enqueue } from "#kit/jobs/enqueue.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import { tryEach } from "#kit/std/try-each.ts";
import { account } from "#modules/ledger/shared/chart.ts";
import { breakOf, holdOffBlock, mayBeOffered } from "#modules/limits/server/index.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import type { Room } from "../shared/contract.ts";
import { budgetShort, chatClosed, rainFull, rainNotAllowed, rainOpen, rainOver } from "../shared/errors.ts";
import { mostCollectors, shareOf } from "../shared/rain.ts";
import { lockOpenBudget } from "./budgets.ts";
import { type EligibleNeeds, factsNow, missingOf } from "./eligible.ts";
import { ourAuthor } from "./our-author.ts";
import {
  addToBudget,
  type BudgetRow,
  collectorsOf,
  endCollections,
  hasOpenRain,
  insertCollection,
  insertRain,
  leftOf,
  lockBudget,
  lockRain,
  markRainPaid,
  overdueRains,
  type RainRow,
  rainsOf,
} from "./rain-store.ts";
import type { RoomBoard } from "./room-board.ts";
import { insertMessage, markChanged, messageOfSubject } from "./store.ts";

/** The job that ends a rain. */
export const endRainJob = "community-chat.rain";

export interface RainNeeds extends EligibleNeeds {
  readonly host: Pick<Host, "db" | "clock" | "ids" | "failpoints">;
  readonly board: Pick<RoomBoard, "announce">;
  readonly wallet: Pick<Wallet, "open" | "credit">;
  /** Accounts behind which the same person may be, for each of these. */
  linkedAccounts(players: readonly PlayerId[]): Promise<ReadonlyMap<PlayerId, readonly PlayerId[]>>;
}

interface NewRain {
  /** A repeat with the same id is one rain. */
  readonly id: Uuid;
  readonly budget: Uuid;
  readonly room: Room;
  readonly amount: Micros;
  readonly seconds: number;
  readonly by: string;
}

/** STARTED: reserved in its budget, announced in its room. False for a repeat. Fails with `not_found`, `chat_budget_closed`, `chat_budget_short`, `chat_rain_open`. */
export async function startRain(
  { host, board }: Pick<RainNeeds, "host" | "board">,
  tx: Tx,
  { id, budget: budgetId, room, amount, seconds, by }: NewRain,
): Promise<{ readonly budget: BudgetRow; readonly isNew: boolean }> {
  const budget = await lockOpenBudget(tx, budgetId);
  if ((await rainsOf(tx, [id])).size > 0) return { budget, isNew: false };
  if (amount === 0n) fail(validationFailed, { errors: { amount: ["amount_invalid"] } });
  if (amount > leftOf(budget)) fail(budgetShort);
  if (await hasOpenRain(tx, room)) fail(rainOpen);
  const now = host.clock.now();
  const [startedAt, endsAt] = [new Date(now), new Date(now + seconds * 1_000)];
  const { currency } = budget;
  await insertRain(tx, { id, budgetId, room, currency, amount, startedBy: by, startedAt, endsAt });
  await addToBudget(tx, budgetId, { given: 0n, reserved: amount });
  const message = { id: host.ids.next(), room, author: ourAuthor, text: "rain", at: startedAt, key: id };
  await insertMessage(tx, { ...message, kind: "rain", subject: id });
  await board.announce(tx, room);
  await enqueue(tx, endRainJob, { rain: id }, { runAt: endsAt, key: `${endRainJob} ${id}` });
  return { budget, isNew: true };
}

/**
 * COLLECTED: the player takes part, once. The rain's row is locked first, here and at its end, then the player: of two linked accounts the
 * second finds the first. Fails with `not_found`, `chat_closed`, `chat_rain_over`, `chat_rain_not_allowed`, `chat_rain_full`.
 */
export async function collectRain(needs: RainNeeds, id: Uuid, player: PlayerId): Promise<void> {
  const { host, board } = needs;
  // Read before the rain is locked: linked accounts are found over several modules' tables.
  const linked = new Set((await needs.linkedAccounts([player])).get(player));
  await host.db.tx(async tx => {
    const rain = (await lockRain(tx, id)) ?? fail(notFound);
    await holdOffBlock(tx, player);
    const now = new Date(host.clock.now());
    if (await breakOf(tx, player, now)) fail(chatClosed);
    const collectors = await collectorsOf(tx, id);
    if (collectors.includes(player)) return;
    if (rain.state !== "open" || rain.endsAt <= now) fail(rainOver);
    const missing = await missingOf(needs, tx, player, await factsNow(needs, tx, [player], now));
    if (missing) fail(rainNotAllowed, { data: { missing } });
    if (collectors.some(each => linked.has(each))) fail(rainNotAllowed, { data: { missing: "household" } });
    if (collectors.length >= mostCollectors) fail(rainFull);
    await insertCollection(tx, id, player, now);
    await changed(board, tx, rain);
  });
}

/**
 * ENDED: equal parts to those who may still be given something, in one transaction; what is left stays in the budget. Breaks, holds and
 * exclusions that committed before are found, later ones wait for it. Again it does nothing.
 */
export async function endRain(needs: RainNeeds, id: Uuid): Promise<void> {
  const { host, board } = needs;
  // Read before anything is locked, as when collecting; nobody takes part any more.
  const linked = await needs.linkedAccounts(await collectorsOf(host.db, id));
  await host.db.tx(async tx => {
    const rain = await lockRain(tx, id);
    const now = new Date(host.clock.now());
    if (rain?.state !== "open" || rain.endsAt > now) return;
    // Before any player, as a tip does.
    invariant(await lockBudget(tx, rain.budgetId), "a rain has a budget");
    const collectors = await collectorsOf(tx, id);
    const refused = await refusedOf(needs, tx, collectors, now);
    const paid: PlayerId[] = [];
    for (const player of collectors.filter(each => !refused.has(each)))
      if (linked.get(player)?.some(each => paid.includes(each))) refused.set(player, "household");
      else paid.push(player);
    const share = shareOf(rain.amount, paid.length);
    if (share > 0n) for (const player of paid) await pay(needs, tx, rain, player, micros(share));
    await endCollections(tx, id, share, refused);
    await markRainPaid(tx, id, { share, players: share > 0n ? paid.length : 0, at: now });
    const given = share * BigInt(paid.length);
    await addToBudget(tx, rain.budgetId, { given, reserved: -rain.amount });
    await changed(board, tx, rain);
    host.failpoints.hit("chat.rain");
  });
}

/** Ends each rain whose time is over: its own job may have been dropped, or have failed too often. One that fails delays no other. */
export async function endOverdueRains(needs: RainNeeds): Promise<void> {
  await tryEach(await overdueRains(needs.host.db, new Date(needs.host.clock.now())), id => endRain(needs, id));
}

async function refusedOf(
  needs: RainNeeds,
  tx: Tx,
  players: readonly PlayerId[],
  now: Date,
): Promise<Map<PlayerId, string>> {
  const refused = new Map<PlayerId, string>();
  if (players.length === 0) return refused;
  // Each is locked before anything is read: the facts of all are of the moment after.
  for (const player of players) if (!(await mayBeOffered(tx, player, now))) refused.set(player, "closed");
  const facts = await factsNow(needs, tx, players, now);
  for (const player of players) {
    const missing = refused.has(player) ? undefined : await missingOf(needs, tx, player, facts);
    if (missing) refused.set(player, missing);
  }
  return refused;
}

async function pay({ wallet }: RainNeeds, tx: Tx, rain: RainRow, owner: PlayerId, amount: Micros): Promise<void> {
  const { id: reference, currency } = rain;
  await wallet.open(tx, owner, currency);
  const movement = { owner, currency, amount, kind: "rain", reference } as const;
  const moved = await wallet.credit(tx, { ...movement, from: account("chat budget") });
  invariant(!moved.replayed, "a part of a rain is paid once");
}

/** The message of the rain shows how many take part, and later what they got. */
async function changed(board: RainNeeds["board"], tx: Tx, { id, room }: RainRow): Promise<void> {
  const message = await messageOfSubject(tx, id);
  if (!message) return;
  await markChanged(tx, message);
  await board.announce(tx, room);
}
