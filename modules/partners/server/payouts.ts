import { fail } from "#kit/contract/error-code.ts";
import { idempotencyConflict, notFound } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { formatAmount, type Micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { ownerBalance } from "#modules/ledger/server/index.ts";
import { account } from "#modules/ledger/shared/chart.ts";
import type { TransferKind } from "#modules/ledger/shared/kinds.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import { partnerClosed, partnerFunds, partnerNotApproved } from "../shared/errors.ts";
import {
  endPayout,
  insertPayout,
  lockPartner,
  lockPayout,
  type PartnerRow,
  type PayoutRow,
  payoutsOf,
} from "./store.ts";

export interface PayoutNeeds {
  readonly host: Pick<Host, "db" | "clock" | "ids" | "failpoints">;
  readonly wallet: Pick<Wallet, "move">;
}

/** The owner of a partner's wallet in the ledger. */
export const ownerOf = (partner: Uuid): PlayerId => partner as unknown as PlayerId;

export const balanceOf = (on: Queryable, { id, currency }: Pick<PartnerRow, "id" | "currency">): Promise<Micros> =>
  ownerBalance(on, ownerOf(id), currency, account("partner"));

interface NewPayout {
  readonly partner: Uuid;
  readonly key: Uuid;
  readonly amount: Micros;
  readonly destination: string;
}

interface Requested {
  readonly row: PayoutRow;
  /** False for a repeat of its key. */
  readonly isNew: boolean;
}

/** REQUESTED: the money leaves the balance and waits for two operators. Once a key. Fails with `partner_not_approved`, `partner_funds`, `idempotency_conflict`. */
export async function requestPayout(needs: PayoutNeeds, tx: Tx, asked: NewPayout): Promise<Requested> {
  const { host } = needs;
  const partner = required(await lockPartner(tx, asked.partner), "a partner");
  const known = (await payoutsOf(tx, partner.id)).find(({ idempotencyKey }) => idempotencyKey === asked.key);
  if (known)
    return known.amount === asked.amount && known.destination === asked.destination
      ? { row: known, isNew: false }
      : fail(idempotencyConflict);
  if (partner.status !== "approved") fail(partnerNotApproved);
  // The partner's row is locked: of two requests the second sees the first.
  const balance = await balanceOf(tx, partner);
  if (asked.amount === 0n || asked.amount > balance) fail(partnerFunds, { data: { balance: formatAmount(balance) } });
  const row: PayoutRow = {
    id: host.ids.next(),
    partnerId: partner.id,
    idempotencyKey: asked.key,
    currency: partner.currency,
    amount: asked.amount,
    destination: asked.destination,
    status: "requested",
    requestedAt: new Date(host.clock.now()),
    endedAt: null,
    askedBy: null,
    decidedBy: null,
    note: null,
  };
  await insertPayout(tx, row);
  await move(needs, tx, row, { kind: "partner_payout", from: "partner", to: "partner payouts" });
  host.failpoints.hit("partners.payout");
  return { row, isNew: true };
}

/** Declined by an operator: the money is back in the balance. */
export async function declinePayout(
  needs: PayoutNeeds,
  tx: Tx,
  id: Uuid,
  by: { readonly name: string; readonly note: string },
): Promise<PayoutRow> {
  const row = await lockOpen(tx, id);
  await endPayout(tx, id, { status: "declined", at: now(needs), askedBy: null, decidedBy: by.name, note: by.note });
  await move(needs, tx, row, { kind: "partner_payout_cancelled", from: "partner payouts", to: "partner" });
  return row;
}

/** PAID: the second operator confirms the bank's reference that the first has given. */
export async function payPayout(
  needs: PayoutNeeds,
  tx: Tx,
  id: Uuid,
  by: { readonly askedBy: string; readonly decidedBy: string; readonly note: string },
): Promise<PayoutRow> {
  const row = await lockOpen(tx, id);
  const partner = required(await lockPartner(tx, row.partnerId), "a partner");
  if (partner.status !== "approved") fail(partnerNotApproved);
  await endPayout(tx, id, { status: "paid", at: now(needs), ...by });
  await move(needs, tx, row, { kind: "partner_payout_sent", from: "partner payouts", to: "bank" });
  return row;
}

const now = ({ host }: PayoutNeeds) => new Date(host.clock.now());

async function lockOpen(tx: Tx, id: Uuid): Promise<PayoutRow> {
  const row = (await lockPayout(tx, id)) ?? fail(notFound);
  return row.status === "requested" ? row : fail(partnerClosed);
}

type AccountOf = Parameters<typeof account>[0];

async function move(
  { wallet }: PayoutNeeds,
  tx: Tx,
  { id, partnerId, currency, amount }: PayoutRow,
  step: { readonly kind: TransferKind; readonly from: AccountOf; readonly to: AccountOf },
): Promise<void> {
  const answer = await wallet.move(tx, {
    owner: ownerOf(partnerId),
    currency,
    amount,
    reference: id,
    kind: step.kind,
    from: account(step.from),
    to: account(step.to),
  });
  invariant(answer.kind === "moved" && !answer.replayed, "each step of a partner's withdrawal is booked once");
}
