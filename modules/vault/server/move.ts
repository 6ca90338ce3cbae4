import { hash } from "node:crypto";
import { fail } from "#kit/contract/error-code.ts";
import { idempotencyConflict, validationFailed } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { formatAmount, type Micros, parseAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { canonicalJson } from "#kit/std/json.ts";
import { account } from "#modules/ledger/shared/chart.ts";
import { breakOf } from "#modules/limits/server/index.ts";
import type { Balance, Wallet } from "#modules/wallet/server/index.ts";
import { insufficientFunds } from "#modules/wallet/shared/errors.ts";
import type { VaultView } from "../shared/contract.ts";
import { vaultLocked } from "../shared/errors.ts";
import { type LockDays, lockAfter, lockedUntil } from "../shared/lock.ts";
import { holdVault, insertMove, moveOfKey, setLock } from "./store.ts";

export interface VaultNeeds {
  readonly host: Host;
  readonly wallet: Pick<Wallet, "move" | "balancesIn">;
}

export interface VaultRequest {
  readonly player: PlayerId;
  readonly key: Uuid;
  readonly currency: Currency;
  /** The amount as received: matches the grammar of amounts; `all` when it is taken out. */
  readonly amount: string;
}

/**
 * Moves real money into the vault, optionally locked. The same key gets the first answer. Fails with `idempotency_conflict`,
 * `validation_failed` (an amount of zero), `insufficient_funds`.
 */
export function putAside(
  needs: VaultNeeds,
  request: VaultRequest & { readonly lockDays: LockDays },
): Promise<VaultView> {
  return once(needs, request, ["in", request.lockDays], async (tx, now, lock) => {
    const until = lockAfter(lock, request.lockDays, now);
    await setLock(tx, request.player, request.currency, until);
    return { direction: "in", amount: amountOf(request.amount), lock: until };
  });
}

/** Moves money out. Fails with `idempotency_conflict`, `vault_locked`, `validation_failed`, `insufficient_funds`. */
export function takeOut(needs: VaultNeeds, request: VaultRequest): Promise<VaultView> {
  return once(needs, request, ["out"], async (tx, now, lock) => {
    const until = lockedUntil(lock, await breakOf(tx, request.player, now), now);
    if (until) fail(vaultLocked, { data: { until: until.toISOString() } });
    const { vault } = await balanceOf(needs, tx, request);
    if (request.amount === "all" && vault === 0n) fail(insufficientFunds, { data: { balance: "0" } });
    return { direction: "out", amount: request.amount === "all" ? vault : amountOf(request.amount), lock };
  });
}

interface Decided {
  readonly direction: "in" | "out";
  readonly amount: Micros;
  readonly lock: Date | null;
}

/** Order of locks: the vault's row, then the wallet. */
function once(
  needs: VaultNeeds,
  request: VaultRequest,
  rest: readonly (string | number)[],
  decide: (tx: Tx, now: Date, lock: Date | null) => Promise<Decided>,
): Promise<VaultView> {
  const { host } = needs;
  const { player, key, currency } = request;
  const requestHash = hash("sha256", canonicalJson([currency, request.amount, ...rest]), "buffer");
  return host.db.tx(async tx => {
    const lock = await holdVault(tx, player, currency);
    const known = await moveOfKey(tx, player, key);
    if (known)
      return Buffer.compare(known.requestHash, requestHash) === 0
        ? JSON.parse(known.answer)
        : fail(idempotencyConflict);
    const now = new Date(host.clock.now());
    const decided = await decide(tx, now, lock);
    const id = host.ids.next();
    await move(needs, tx, { ...decided, id, player, currency });
    const answer = vaultView(
      await balanceOf(needs, tx, request),
      lockedUntil(decided.lock, await breakOf(tx, player, now), now),
    );
    const row = { id, player, key, requestHash, currency, now, ...decided, answer: JSON.stringify(answer) };
    if (!(await insertMove(tx, row))) fail(idempotencyConflict);
    host.failpoints.hit("vault.moved");
    return answer;
  });
}

async function move(
  { wallet }: VaultNeeds,
  tx: Tx,
  { id, player: owner, currency, amount, direction }: Decided & { id: Uuid; player: PlayerId; currency: Currency },
): Promise<void> {
  const [real, vault] = [account("player:real"), account("player:vault")];
  const accounts = direction === "in" ? { from: real, to: vault } : { from: vault, to: real };
  const answer = await wallet.move(tx, { owner, currency, amount, kind: "vault", reference: id, ...accounts });
  if (answer.kind === "refused") fail(insufficientFunds, { data: { balance: formatAmount(answer.balance) } });
}

async function balanceOf({ wallet }: VaultNeeds, tx: Tx, { player, currency }: VaultRequest): Promise<Balance> {
  const balances = await wallet.balancesIn(tx, player);
  return balances.find(each => each.currency === currency) ?? fail(insufficientFunds, { data: { balance: "0" } });
}

function amountOf(text: string): Micros {
  const amount = required(parseAmount(text), "checked by the contract");
  return amount > 0n ? amount : fail(validationFailed, { errors: { amount: ["amount_invalid"] } });
}

export function vaultView({ currency, real, vault }: Balance, until: Date | null): VaultView {
  return {
    currency,
    balance: formatAmount(real),
    vault_balance: formatAmount(vault),
    locked_until: until?.toISOString() ?? null,
  };
}
