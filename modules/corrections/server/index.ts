import { fileURLToPath } from "node:url";
import { fail } from "#kit/contract/error-code.ts";
import { idempotencyConflict, notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { formatAmount, type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import { account } from "#modules/ledger/shared/chart.ts";
import type { Approvers } from "#modules/operators/server/index.ts";
import { secondPersonNeeded } from "#modules/operators/shared/errors.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import { insufficientFunds } from "#modules/wallet/shared/errors.ts";
import manifest from "../module.ts";
import { accountClosed, correctionClosed } from "../shared/errors.ts";
import {
  type Correction,
  correctionOfKey,
  countWaiting,
  decideCorrection,
  insertCorrection,
  isOwedCorrection,
  listCorrections,
  lockCorrection,
  oldestWaiting,
} from "./store.ts";

export { correctionInvariants } from "./invariants.ts";
export type { Correction } from "./store.ts";
export { correctionTimeline } from "./timeline-events.ts";

/** An operator. */
export interface Person {
  readonly id: Uuid;
  readonly name: string;
}

export interface CorrectionRequest {
  readonly key: Uuid;
  readonly player: PlayerId;
  readonly currency: Currency;
  /** Signed: above zero the player gets it. */
  readonly amount: Micros;
  readonly reason: string;
}

/** Manual corrections: one operator requests, another decides. */
export interface Corrections extends ServerModule {
  /** Stores the request; nothing moves. `isNew` is false for a repeat. Fails with `idempotency_conflict`, `account_closed`. */
  ask(
    tx: Tx,
    correctionRequest: CorrectionRequest,
    by: Person,
  ): Promise<{ readonly correction: Correction; readonly isNew: boolean }>;
  /** Moves the money, once. Fails with `not_found`, `correction_closed`, `insufficient_funds`, `account_closed`, and what `approvers.check` refuses. */
  book(tx: Tx, id: Uuid, by: Person): Promise<Correction>;
  /** Fails with `not_found`, `correction_closed`, `second_person_needed`. */
  decline(tx: Tx, id: Uuid, by: Person): Promise<Correction>;
  list(player: PlayerId | null, limit: number): Promise<readonly Correction[]>;
  waiting(): Promise<number>;
  /** Since when the first of them waits. */
  oldest(): Promise<Date | null>;
}

export interface CorrectionNeeds {
  readonly wallet: Pick<Wallet, "credit" | "debit">;
  readonly approvers: Pick<Approvers, "check">;
  readonly people: Pick<Accounts["people"], "of">;
}

export function createCorrections(host: Host, { wallet, approvers, people }: CorrectionNeeds): Corrections {
  const now = () => new Date(host.clock.now());

  async function lockWaiting(tx: Tx, id: Uuid): Promise<Correction> {
    const correction = (await lockCorrection(tx, id)) ?? fail(notFound);
    if (correction.status !== "waiting") fail(correctionClosed);
    return correction;
  }

  /** Nobody can enter a closed account; what has come to it since can be taken. */
  async function refuseClosed(tx: Tx, { player, amount }: Pick<CorrectionRequest, "player" | "amount">): Promise<void> {
    if (amount > 0n && (await people.of([player], tx)).get(player)?.closedAt) fail(accountClosed);
  }

  async function decide(tx: Tx, id: Uuid, status: "booked" | "declined", by: Person): Promise<Correction> {
    await decideCorrection(tx, id, { status, by: by.id, name: by.name, at: now() });
    return required(await lockCorrection(tx, id), "the correction exists");
  }

  return {
    manifest,
    migrations: fileURLToPath(new URL("./migrations", import.meta.url)),
    errors: [correctionClosed, accountClosed],
    async ask(tx, correctionRequest, by) {
      const { key, player, currency, amount, reason } = correctionRequest;
      const row = { id: host.ids.next(), playerId: player, currency, amount, reason };
      const asked = { ...row, askedBy: by.id, askedName: by.name, askedAt: now() };
      const isNew = await insertCorrection(tx, asked, key);
      const correction = required(await correctionOfKey(tx, key), "the correction exists");
      const isSame =
        correction.playerId === player &&
        correction.currency === currency &&
        correction.amount === amount &&
        correction.askedBy === by.id &&
        correction.reason === reason;
      if (!isSame) fail(idempotencyConflict);
      if (isNew) await refuseClosed(tx, correctionRequest);
      return { correction, isNew };
    },
    async book(tx, id, by) {
      const correction = await lockWaiting(tx, id);
      await approvers.check(tx, {
        subject: `correction:${id}`,
        approver: by.id,
        permission: "corrections.approve",
        askedBy: correction.askedBy,
        askedAt: correction.askedAt,
        earlier: [],
      });
      const { playerId: owner, currency, amount } = correction;
      const movement = { owner, currency, kind: "correction", reference: id } as const;
      const correctionsAccount = account("corrections");
      if (amount > 0n) {
        await wallet.credit(tx, { ...movement, amount, from: correctionsAccount });
        // With the wallet locked, as closing locks it: a closing that was first is seen.
        await refuseClosed(tx, { player: owner, amount });
      } else {
        const answer = await wallet.debit(tx, { ...movement, amount: micros(-amount), to: correctionsAccount });
        if (answer.kind === "refused") fail(insufficientFunds, { data: { balance: formatAmount(answer.balance) } });
      }
      return decide(tx, id, "booked", by);
    },
    async decline(tx, id, by) {
      const correction = await lockWaiting(tx, id);
      if (correction.askedBy === by.id) fail(secondPersonNeeded);
      return decide(tx, id, "declined", by);
    },
    /** Closing holds the wallets, so a correction that is being booked still waits here, or its money is there. */
    closingObstacles: async (tx, player) => ((await isOwedCorrection(tx, player)) ? ["open_corrections"] : []),
    list: (player, limit) => listCorrections(host.db, player, limit),
    waiting: () => countWaiting(host.db),
    oldest: () => oldestWaiting(host.db),
  };
}
