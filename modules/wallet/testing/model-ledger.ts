import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import { type Account, balanceKindOf } from "#modules/ledger/shared/chart.ts";
import type { TransferKind } from "#modules/ledger/shared/kinds.ts";
import type { WalletDay } from "#modules/limits/shared/allowance.ts";
import type { ActiveGrant } from "#modules/wagering/shared/grant.ts";
import type { Balance, Bet, Movement } from "../server/port.ts";

const dayMs = 86_400_000;

/** A row of the model's ledger, as PostgreSQL would hold it. */
export interface ModelTransfer extends Movement {
  readonly debit: Account;
  readonly credit: Account;
  readonly seq: bigint;
  readonly balanceAfter: Micros;
}

export interface ModelWallet {
  real: bigint;
  bonus: bigint;
  vault: bigint;
  seq: bigint;
  day: number;
  wagered: bigint;
  lost: bigint;
  /** The active grant. */
  grant: ActiveGrant | undefined;
}

/** Wallets and transfers of the model. */
export interface ModelLedger {
  readonly transfers: readonly ModelTransfer[];
  find(player: PlayerId, currency: Currency): ModelWallet | undefined;
  open(player: PlayerId, currency: Currency): ModelWallet;
  /** Writes one transfer and moves the balances it touches. */
  record(wallet: ModelWallet, movement: Movement, debit: Account, credit: Account): ModelTransfer;
  /** Writes one transfer of a bet; nothing for an amount of zero. */
  recordBet(wallet: ModelWallet, bet: Bet, kind: TransferKind, amount: bigint, debit: Account, credit: Account): void;
  /** Adds to what a wallet has staked and lost today. */
  count(wallet: ModelWallet, stake: bigint, lost: bigint): void;
  move(movement: Movement, debit: Account, credit: Account): MoveAnswer;
  /** What each wallet of a player has staked and lost today. */
  daysOf(player: PlayerId): readonly WalletDay[];
  balancesOf(player: PlayerId): readonly Balance[];
}

type MoveAnswer =
  | { readonly kind: "moved"; readonly replayed: boolean; readonly seq: bigint; readonly balanceAfter: Micros }
  | { readonly kind: "refused"; readonly reason: "insufficient_funds"; readonly balance: Micros };

export function createModelLedger(now: () => number): ModelLedger {
  const wallets = new Map<string, ModelWallet>();
  const moved = new Map<string, ModelTransfer>();
  const transfers: ModelTransfer[] = [];

  const walletKey = (player: PlayerId, currency: Currency) => `${player}/${currency}`;
  const today = () => Math.floor(now() / dayMs);
  const ofPlayer = (player: PlayerId) => [...wallets].filter(([key]) => key.startsWith(player));

  function open(player: PlayerId, currency: Currency): ModelWallet {
    const key = walletKey(player, currency);
    const made = wallets.get(key) ?? {
      real: 0n,
      bonus: 0n,
      vault: 0n,
      seq: 0n,
      day: 0,
      wagered: 0n,
      lost: 0n,
      grant: undefined,
    };
    wallets.set(key, made);
    return made;
  }

  function record(wallet: ModelWallet, movement: Movement, debit: Account, credit: Account): ModelTransfer {
    const from = balanceKindOf(debit);
    const to = balanceKindOf(credit);
    if (from) wallet[from] -= movement.amount;
    if (to) wallet[to] += movement.amount;
    const touched = wallet[from ?? to ?? "real"];
    invariant(touched >= 0n && movement.amount > 0n, "a balance below zero, or an amount of zero");
    wallet.seq += 1n;
    const { owner, currency, amount, kind, reference } = movement;
    const transfer = {
      owner,
      currency,
      amount,
      kind,
      reference,
      debit,
      credit,
      seq: wallet.seq,
      balanceAfter: micros(touched),
    };
    transfers.push(transfer);
    return transfer;
  }

  function recordBet(
    wallet: ModelWallet,
    bet: Bet,
    kind: TransferKind,
    amount: bigint,
    debit: Account,
    credit: Account,
  ) {
    if (amount === 0n) return;
    const movement = { owner: bet.player, currency: bet.currency, kind, amount: micros(amount), reference: bet.key };
    record(wallet, movement, debit, credit);
  }

  function count(wallet: ModelWallet, stake: bigint, lost: bigint): void {
    if (wallet.day !== today()) Object.assign(wallet, { day: today(), wagered: 0n, lost: 0n });
    wallet.wagered += stake;
    wallet.lost += lost;
  }

  function dayOfWallet([key, { day, wagered, lost }]: [string, ModelWallet]): WalletDay {
    const currency = key.slice(key.indexOf("/") + 1) as Currency;
    return day === today() ? { currency, wagered, lost } : { currency, wagered: 0n, lost: 0n };
  }

  function move(movement: Movement, debit: Account, credit: Account): MoveAnswer {
    const key = `${movement.owner}/${movement.reference}/${movement.kind}`;
    const known = moved.get(key);
    if (known) {
      invariant(
        known.amount === movement.amount && known.debit === debit && known.credit === credit,
        "another movement",
      );
      return { kind: "moved", replayed: true, seq: known.seq, balanceAfter: known.balanceAfter };
    }
    const wallet = open(movement.owner, movement.currency);
    const kind = balanceKindOf(debit);
    if (kind && wallet[kind] < movement.amount)
      return { kind: "refused", reason: "insufficient_funds", balance: micros(wallet[kind]) };
    const transfer = record(wallet, movement, debit, credit);
    moved.set(key, transfer);
    return { kind: "moved", replayed: false, seq: transfer.seq, balanceAfter: transfer.balanceAfter };
  }

  return {
    transfers,
    find: (player, currency) => wallets.get(walletKey(player, currency)),
    open,
    record,
    recordBet,
    count,
    move,
    daysOf: player => ofPlayer(player).map(dayOfWallet),
    balancesOf: player => ofPlayer(player).map(balanceOf),
  };
}

function balanceOf([key, { real, bonus, vault }]: [string, ModelWallet]): Balance {
  const currency = key.slice(key.indexOf("/") + 1) as Currency;
  return { currency, real: micros(real), bonus: micros(bonus), vault: micros(vault) };
}
