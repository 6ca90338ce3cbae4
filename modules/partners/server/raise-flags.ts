import { createHash } from "node:crypto";
import type { Queryable } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { addressHolders } from "#modules/accounts/server/index.ts";
import { instrumentHolders, leastDeposits } from "#modules/payments/server/index.ts";
import { playedOnDays } from "#modules/projections/server/index.ts";
import { burstsOf, type Depositor, isFlaggedAsIdle, isIdleAtMinimum } from "../shared/flags.ts";
import { planOn } from "./close-month.ts";
import { type NewFlag, raiseFlag } from "./flag-store.ts";
import { dateOf, dayOf, monthOf } from "./months.ts";
import { moneyOf, playersOf, type ReferredPlayer } from "./player-store.ts";
import { approvedPartners, type PartnerRow, plansOf } from "./store.ts";

type Needs = Pick<Host, "db" | "clock" | "ids">;
type Found = Omit<NewFlag, "id" | "partner">;

const dayMs = 86_400_000;
/** Signs of players who registered within this time: longer than CPA is held. */
const windowMs = 90 * dayMs;
const addressMs = 30 * dayMs;
/** An address that more accounts have is that of a network. */
const mostAtAddress = 20;

/** What looks wrong about the players of each partner. */
export async function raiseFlags({ db, clock, ids }: Needs): Promise<void> {
  const now = clock.now();
  for (const partner of await approvedPartners(db)) {
    const all = await playersOf(db, partner.id);
    const players = all.filter(
      ({ excluded, registeredAt }) => excluded === null && registeredAt.getTime() > now - windowMs,
    );
    if (players.length === 0) continue;
    const found = [
      ...findBursts(players),
      ...(await findAtAddress(db, partner, players, now)),
      ...(await findShared(db, players)),
      ...(await findIdle(db, partner, players, now)),
    ];
    for (const flag of found)
      await db.tx(tx => raiseFlag(tx, { ...flag, id: ids.next(), partner: partner.id }, new Date(now)));
  }
}

function findBursts(players: readonly ReferredPlayer[]): readonly Found[] {
  const registered = players.map(({ playerId, registeredAt }) => ({ player: playerId, at: registeredAt.getTime() }));
  return burstsOf(registered).map(({ from, players: within, before }) => {
    const hour = new Date(from).toISOString();
    return {
      kind: "burst",
      key: hour,
      players: within,
      evidence: { from: hour, registrations: within.length, before },
    };
  });
}

/** Players who sign in from an address of the partner. */
async function findAtAddress(
  on: Queryable,
  { playerId: owner }: PartnerRow,
  players: readonly ReferredPlayer[],
  now: number,
): Promise<readonly Found[]> {
  const holders = await addressHolders(on, [owner], mostAtAddress + 1, new Date(now - addressMs));
  const brought = new Set(players.map(({ playerId }) => playerId));
  return byTrait(holders).flatMap(([trait, accounts]) => {
    const within = accounts.filter(each => brought.has(each));
    if (within.length === 0 || accounts.length > mostAtAddress) return [];
    const evidence = { players: within.length, accounts: accounts.length };
    return [{ kind: "partner_address", key: keyOf(trait), players: within, evidence }];
  });
}

/** Players who pay with what another account pays with. */
async function findShared(on: Queryable, players: readonly ReferredPlayer[]): Promise<readonly Found[]> {
  const ids = players.map(({ playerId }) => playerId);
  const brought = new Set(ids);
  const holders = await instrumentHolders(on, ids, 1_000);
  return byTrait(holders).flatMap(([trait, accounts]) => {
    if (accounts.length < 2) return [];
    const within = accounts.filter(each => brought.has(each));
    const evidence = { players: within.length, accounts: accounts.length };
    return [{ kind: "shared_instrument", key: keyOf(trait), players: within, evidence }];
  });
}

/** Players of a month who deposited exactly a minimum, of the cashier or of the plan, and hardly played. */
async function findIdle(
  on: Queryable,
  partner: PartnerRow,
  players: readonly ReferredPlayer[],
  now: number,
): Promise<readonly Found[]> {
  const deposit = planOn(await plansOf(on, partner.id), monthOf(now))?.plan.cpa?.deposit;
  const least = new Map<Currency, readonly bigint[]>();
  const minimumsOf = async (currency: Currency) => {
    const known = least.get(currency) ?? (await leastDeposits(on, currency));
    least.set(currency, known);
    return deposit !== undefined && currency === partner.currency ? [...known, parseDecimal(deposit)] : known;
  };
  const byMonth = new Map<string, ReferredPlayer[]>();
  for (const player of players) {
    const month = monthOf(player.registeredAt.getTime());
    byMonth.set(month, [...(byMonth.get(month) ?? []), player]);
  }
  const found: Found[] = [];
  for (const [month, registered] of byMonth) {
    const depositors = await depositorsOf(on, registered, now);
    const idle: PlayerId[] = [];
    for (const [player, each] of depositors)
      if (isIdleAtMinimum(each, await minimumsOf(each.currency))) idle.push(player);
    if (!isFlaggedAsIdle(idle.length, depositors.size)) continue;
    const evidence = { month, players: idle.length, depositors: depositors.size };
    found.push({ kind: "minimum_deposits", key: month, players: idle, evidence });
  }
  return found;
}

/** What players deposited and staked since they registered. Of who deposited in several currencies it is the first. */
async function depositorsOf(
  on: Queryable,
  players: readonly ReferredPlayer[],
  now: number,
): Promise<ReadonlyMap<PlayerId, Depositor>> {
  const ids = players.map(({ playerId }) => playerId);
  const from = Math.min(...players.map(({ registeredAt }) => dayOf(registeredAt.getTime())));
  const found = new Map<PlayerId, Depositor>();
  for (const { playerId, currency, deposits, deposited } of await moneyOf(on, ids, from, dayOf(now) + 1)) {
    if (deposits === 0n) continue;
    const before = found.get(playerId) ?? { currency, deposits: 0n, deposited: 0n, staked: 0n };
    if (before.currency !== currency) continue;
    found.set(playerId, {
      ...before,
      deposits: before.deposits + deposits,
      deposited: before.deposited + deposited,
    });
  }
  for (const { playerId, currency, realStaked } of await playedOnDays(on, [...found.keys()], {
    from: dateOf(from),
    to: dateOf(dayOf(now)),
  })) {
    const before = found.get(playerId);
    if (before?.currency === currency) found.set(playerId, { ...before, staked: before.staked + realStaked });
  }
  return found;
}

function byTrait(
  holders: readonly { readonly trait: string; readonly playerId: PlayerId }[],
): readonly (readonly [string, readonly PlayerId[]])[] {
  const found = new Map<string, PlayerId[]>();
  for (const { trait, playerId } of holders) found.set(trait, [...(found.get(trait) ?? []), playerId]);
  return [...found];
}

/** Addresses and names of instruments are not stored again. */
const keyOf = (trait: string): string => createHash("sha256").update(trait).digest("hex").slice(0, 32);
