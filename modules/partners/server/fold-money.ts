import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { currencyCodes } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { flowsAfter, type OwnerFlow } from "#modules/ledger/server/index.ts";
import { account, inPlay } from "#modules/ledger/shared/chart.ts";
import { addMoney, allPlayers, type MoneyDay, movePositions, type Position, positionsOf } from "./player-store.ts";

/** Players read in one transaction. */
const atOnce = 200;
const foldLock = 7_311_605;

/** Adds what the transfers of partners' players moved since they were last read: positions and sums in one transaction. */
export async function foldMoney(host: Pick<Host, "db">): Promise<void> {
  const players = await allPlayers(host.db);
  for (let from = 0; from < players.length; from += atOnce)
    await host.db.tx(tx => foldSome(tx, players.slice(from, from + atOnce)));
}

async function foldSome(tx: Tx, players: readonly PlayerId[]): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock($1)", [foldLock]);
  const known = new Map((await positionsOf(tx, players)).map(each => [`${each.owner} ${each.currency}`, each.seq]));
  const wallets = players.flatMap(owner =>
    currencyCodes.map(currency => ({ owner, currency, seq: known.get(`${owner} ${currency}`) ?? 0n })),
  );
  const flows = await flowsAfter(tx, wallets);
  if (flows.length === 0) return;
  await addMoney(tx, moneyDaysOf(flows));
  await movePositions(tx, lastOf(flows));
}

function lastOf(flows: readonly OwnerFlow[]): readonly Position[] {
  const last = new Map<string, Position>();
  for (const { owner, currency, lastSeq: seq } of flows) {
    const key = `${owner} ${currency}`;
    if (seq > (last.get(key)?.seq ?? 0n)) last.set(key, { owner, currency, seq });
  }
  return [...last.values()];
}

const real = account("player:real");
const fees = account("fees");

/** What one flow adds; undefined for bets, and for what costs us nothing. */
export function moneyOfFlow({ kind, debit, credit, amount, count }: OwnerFlow): Partial<MoneyDay> | undefined {
  switch (kind) {
    case "bonus_released":
    case "prize":
    case "rain":
    case "tip":
      return { bonuses: amount };
    case "bonus_payout":
    case "bonus_void":
    case "slip_bonus_void":
      // Its wagering was completed meanwhile: the bonus money's share is real at once.
      return credit === real ? { bonuses: amount } : undefined;
    case "slip_bonus_void_reversed":
      return debit === real ? { bonuses: -amount } : undefined;
    // What betting paid that was no real stake counts as bonuses (`linesOfPlay`): what of it is bonus money is taken out here.
    case "slip_bonus_payout":
    case "slip_bonus_boost":
      return credit === real ? undefined : { bonuses: -amount };
    case "slip_bonus_payout_reversed":
    case "slip_bonus_boost_reversed":
      return debit === real ? undefined : { bonuses: amount };
    case "slip_bonus_lack":
    case "slip_boost_lack":
      return credit === inPlay("betting") ? undefined : { bonuses: amount };
    case "jackpot_share":
    case "jackpot_reserve":
      return { jackpots: amount };
    case "jackpot_win":
      // The pot paid it, and the payouts of the day have it.
      return { jackpots: -amount };
    case "commission":
      return debit === fees ? { payment: amount } : undefined;
    case "chargeback":
      return { recalled: amount };
    case "chargeback_repaid":
      return { recalled: -amount };
    case "deposit":
      return { deposits: BigInt(count), deposited: amount };
    case "refund_request":
      return { deposited: -amount };
    case "refund_cancelled":
      return { deposited: amount };
    default:
      return undefined;
  }
}

const nothing = { bonuses: 0n, jackpots: 0n, payment: 0n, recalled: 0n, deposits: 0n, deposited: 0n };

function moneyDaysOf(flows: readonly OwnerFlow[]): readonly MoneyDay[] {
  const days = new Map<string, MoneyDay>();
  for (const flow of flows) {
    const added = moneyOfFlow(flow);
    if (!added) continue;
    const { owner: playerId, currency, day } = flow;
    const key = `${playerId} ${currency} ${day}`;
    const before = days.get(key) ?? { ...nothing, playerId, currency, day };
    days.set(key, { ...before, ...sumsOf(before, added) });
  }
  return [...days.values()];
}

function sumsOf(before: MoneyDay, added: Partial<MoneyDay>) {
  return {
    bonuses: before.bonuses + (added.bonuses ?? 0n),
    jackpots: before.jackpots + (added.jackpots ?? 0n),
    payment: before.payment + (added.payment ?? 0n),
    recalled: before.recalled + (added.recalled ?? 0n),
    deposits: before.deposits + (added.deposits ?? 0n),
    deposited: before.deposited + (added.deposited ?? 0n),
  };
}
