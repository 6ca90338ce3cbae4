import type { Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { type Account, account } from "#modules/ledger/shared/chart.ts";
import { openWallet, openWallets } from "#modules/limits/server/index.ts";
import { finishGrant, insertGrant, insertGrants, readActive, readGrant } from "#modules/wagering/server/index.ts";
import {
  type ActiveGrant,
  endAsked,
  endDue,
  type GrantEnd,
  type GrantTerms,
  sharesOf,
} from "#modules/wagering/shared/grant.ts";
import type { EndedGrant, MoveAnswer, Movement, WalletGrants } from "./port.ts";
import { giveBonusMoney, lockWallet, lockWallets } from "./store.ts";

interface GrantNeeds {
  readonly now: () => Date;
  readonly move: (tx: Tx, movement: Movement, debit: Account, credit: Account) => Promise<MoveAnswer>;
  /** The balances of a wallet that got bonus money with others', when that has committed. */
  readonly changed: (player: PlayerId, currency: Currency, real: Micros, bonus: Micros) => void;
  readonly hit: (failpoint: string) => void;
  /** Called in the transaction of each end. */
  readonly ended: (tx: Tx, grant: EndedGrant) => Promise<void>;
}

/** Bonus money: given and ended in the caller's transaction, under the lock of the wallet. */
export function createGrants({ now, move, changed, hit, ended }: GrantNeeds): WalletGrants {
  async function give(tx: Tx, terms: GrantTerms): Promise<boolean> {
    const { player, currency } = terms;
    await openWallet(tx, player, currency);
    required(await lockWallet(tx, player, currency), "a wallet just opened");
    if (!(await insertGrant(tx, terms, now()))) return false;
    const movement = { owner: player, currency, amount: terms.amount, kind: "bonus", reference: terms.id } as const;
    await moved(tx, movement, terms.account as Account, account("player:bonus"));
    if (terms.target === 0n) await endDueOf(tx, player, currency);
    return true;
  }

  async function giveMany(tx: Tx, all: readonly GrantTerms[]): Promise<ReadonlySet<PlayerId>> {
    const players = all.map(({ player }) => player);
    invariant(new Set(players).size === all.length, "a player gets one bonus at a time");
    await openWallets(tx, all);
    await lockWallets(tx, players);
    const given = await insertGrants(tx, all, now());
    const begun = all.filter(({ player }) => given.has(player));
    await giveMoney(tx, begun);
    for (const { player, currency, target } of begun) if (target === 0n) await endDueOf(tx, player, currency);
    return given;
  }

  /** The movements of grants that have begun; their wallets are locked. */
  async function giveMoney(tx: Tx, begun: readonly GrantTerms[]): Promise<void> {
    for (const { player, currency, real, bonus } of await giveBonusMoney(tx, begun, now()))
      tx.afterCommit(() => changed(player, currency, real, bonus));
    hit("wallet.moved");
  }

  /** Moves what is left of the bonus money, and clears the wallet's columns. The wallet is locked. */
  async function finish(tx: Tx, player: PlayerId, currency: Currency, active: ActiveGrant, end: GrantEnd) {
    const wallet = required(await lockWallet(tx, player, currency), "a locked wallet");
    const shares = sharesOf(end, wallet.bonus, active.cap);
    const ways = [
      { kind: "bonus_released", amount: shares.released, to: account("player:real") },
      { kind: "bonus_forfeited", amount: shares.returned, to: active.account as Account },
    ] as const;
    let seq = wallet.seq;
    for (const { kind, amount, to } of ways) {
      if (amount === 0n) continue;
      await moved(tx, { owner: player, currency, amount, kind, reference: active.id }, account("player:bonus"), to);
      seq += 1n;
    }
    await finishGrant(
      tx,
      { player, currency, number: active.number, left: active.left },
      { end, ...shares, at: now(), seq },
    );
    const result: EndedGrant = {
      id: active.id,
      player,
      currency,
      end,
      amount: end === "completed" ? shares.released : shares.returned,
    };
    await ended(tx, result);
    return result;
  }

  async function moved(tx: Tx, movement: Movement, debit: Account, credit: Account): Promise<void> {
    const answer = await move(tx, movement, debit, credit);
    invariant(answer.kind === "moved" && !answer.replayed, "bonus money moves once");
  }

  async function endDueOf(tx: Tx, player: PlayerId, currency: Currency): Promise<EndedGrant | undefined> {
    const wallet = await lockWallet(tx, player, currency);
    const active = wallet && (await readActive(tx, player, currency));
    const end = active && endDue(active, wallet.bonus, now().getTime());
    return end && finish(tx, player, currency, active, end);
  }

  return {
    give,
    giveMany,
    endDue: endDueOf,
    async end(tx, player, id, how) {
      const known = await readGrant(tx, id);
      if (!known || known.player !== player || known.state !== "active") return undefined;
      const wallet = await lockWallet(tx, player, known.currency);
      const active = wallet && (await readActive(tx, player, known.currency));
      if (!wallet || active?.number !== known.number) return undefined;
      return finish(tx, player, known.currency, active, endAsked(active, wallet.bonus, now().getTime(), how));
    },
  };
}
