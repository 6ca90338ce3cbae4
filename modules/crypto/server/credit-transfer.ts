import { micros } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { Payments } from "#modules/payments/server/index.ts";
import type { Rates } from "#modules/rates/server/index.ts";
import { coins, coinValue } from "../shared/coins.ts";
import type { ReadNeeds } from "./read-chain.ts";
import * as store from "./store.ts";

export interface CreditNeeds extends ReadNeeds {
  readonly rates: Pick<Rates, "rate">;
  readonly payments: Pick<Payments, "bookRailPayment">;
}

const most = 100;
/** Transfers without an owner are valued in this currency. */
const withoutPlayer = "USD";

/** Decides every transfer that is deep enough below `head`. One that fails does not delay the others. */
export async function creditConfirmed(needs: CreditNeeds, head: bigint): Promise<void> {
  const { host, settings } = needs;
  const deepest = head - BigInt(settings.confirmations) + 1n;
  for (const { id } of await store.confirmedTransfers(host.db, deepest, most)) {
    await creditTransfer(needs, id, deepest).catch((error: unknown) => {
      host.log.warn({ err: error, transfer: id }, "failed to decide on a transfer; it is retried");
    });
  }
}

/**
 * Decides a transfer once, in one transaction with its bookings: credited like any payment (the player's own
 * limit and breaks apply, the rest goes back), quarantined when it is too small or has no owner, noted when
 * it is our own money. The rate is the one at the decision and is stored with it.
 */
export async function creditTransfer(needs: CreditNeeds, id: Uuid, deepest: bigint): Promise<void> {
  const { host, settings, payments } = needs;
  const wanted = await wantedCurrency(needs, id);
  const rate = wanted && (await needs.rates.rate(coins[wanted.coin].code, wanted.currency));
  await host.db.tx(async tx => {
    // Reorganisations wait until this is decided.
    await store.cursorOf(tx, "share");
    const row = await store.lockTransfer(tx, id);
    if (row?.state !== "seen" || row.blockNumber === null || row.blockNumber > deepest) return;
    const now = new Date(host.clock.now());
    const nothing = { reason: null, rate: null, currency: null, amount: null, held: micros(0n), invoice: null, now };
    if (row.number === null) return store.decideTransfer(tx, id, { ...nothing, state: "funding" });
    // The currency was changed in between: the next attempt uses the right rate.
    if (!wanted || !rate || currencyOf(row) !== wanted.currency) return;
    const coin = coins[row.coin];
    const units = BigInt(row.units);
    const amount = coinValue(coin, units, rate);
    const reason = row.closedAt !== null ? "not_offered" : units < coin.leastIn ? "too_little" : null;
    // Less than a micro-unit is not booked.
    const valued = amount > 0n ? amount : micros(1n);
    const player = reason === null ? row.playerId : null;
    const paymentId = `${settings.chainId}:${row.txHash}:${row.ordinal}`;
    const payment = { rail: row.coin, paymentId, player, currency: wanted.currency, amount: valued };
    const booking = await payments.bookRailPayment(tx, payment);
    if (booking.disposition === "repeated") throw new Error("an undecided transfer is already booked");
    const { currency } = wanted;
    const state = booking.disposition;
    await store.decideTransfer(tx, id, {
      state,
      reason,
      rate: rate.text,
      currency,
      amount: valued,
      invoice: booking.invoice,
      held: booking.held,
      now,
    });
    host.failpoints.hit("crypto.transfer.credited");
  });
}

async function wantedCurrency({ host }: CreditNeeds, id: Uuid) {
  const row = await host.db.tx(tx => store.lockTransfer(tx, id));
  return row && row.number !== null ? { coin: row.coin, currency: currencyOf(row) } : undefined;
}

function currencyOf(row: store.LockedTransfer) {
  const isSomebodys = row.closedAt === null && BigInt(row.units) >= coins[row.coin].leastIn;
  return isSomebodys && row.wantedCurrency ? row.wantedCurrency : withoutPlayer;
}
