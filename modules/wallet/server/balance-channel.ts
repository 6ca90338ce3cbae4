import * as z from "zod/mini";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type LiveChannel, liveChannel, type PeerLink } from "#kit/host/server-module.ts";
import type { Session } from "#kit/http/handler.ts";
import { formatAmount, type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import { type BalanceView, balanceView, meChannel, type PaymentNews, paymentNews } from "../shared/contract.ts";
import { balanceChanged } from "../shared/events.ts";
import * as store from "./store.ts";

/** The player's own channel: balances, and news of payments. */
export interface BalanceChannel {
  readonly me: LiveChannel<typeof meChannel>;
  /** Called after the commit. */
  publishBalance(player: PlayerId, currency: Currency, real: Micros, bonus: Micros): void;
  publishPayment(tx: Tx, player: PlayerId, news: PaymentNews): void;
}

/** An event of the channel, from the node where it happened. */
const peerEvent = z.union([
  z.object({ of: z.string(), event: z.literal("balance"), data: balanceView }),
  z.object({ of: z.string(), event: z.literal("payment"), data: paymentNews }),
]);

export function createBalanceChannel(host: Pick<Host, "db" | "bus">): BalanceChannel {
  let sendToPeers: Parameters<PeerLink["attach"]>[0] | undefined;
  const peers: PeerLink = {
    attach(send) {
      sendToPeers = send;
    },
    receive(message) {
      const { of, event, data } = z.parse(peerEvent, message);
      me.publish(event, data, of as PlayerId);
    },
  };
  const snapshot = async (session: Session | null) => {
    const balances = session ? await store.readBalances(host.db, session.player) : [];
    return { balances: balances.map(({ currency, real, bonus }) => viewOf(currency, real, bonus)) };
  };
  const me: LiveChannel<typeof meChannel> = liveChannel(meChannel, snapshot, { peers });

  function publish(
    event: "balance" | "payment",
    data: BalanceView | PaymentNews,
    player: PlayerId,
    key?: string,
  ): void {
    me.publish(event, data as never, player);
    sendToPeers?.({ of: player, event, data: data as Json }, player, key);
  }

  return {
    me,
    publishBalance(player, currency, real, bonus) {
      // Of balances that wait for the bus only the last one counts.
      publish("balance", viewOf(currency, real, bonus), player, `${player} ${currency}`);
      host.bus.emit(balanceChanged, { player, currency, real, bonus });
    },
    publishPayment: (tx, player, news) => tx.afterCommit(() => publish("payment", news, player)),
  };
}

export async function walletsOf(db: Queryable, player: PlayerId) {
  const balances = await store.readBalances(db, player);
  return balances.map(({ currency, real, bonus, vault }) => ({
    ...viewOf(currency, real, bonus),
    vault_balance: formatAmount(vault),
  }));
}

/** The balance of the active currency, as the profile call shows it. */
export async function profileFragment(
  db: Queryable,
  player: { readonly id: PlayerId; readonly currency: Currency | null },
): Promise<Omit<BalanceView, "currency">> {
  const balances = await store.readBalances(db, player.id);
  const active = balances.find(balance => balance.currency === player.currency);
  const { currency: _currency, ...fields } = viewOf("USD", active?.real ?? micros(0n), active?.bonus ?? micros(0n));
  return fields;
}

function viewOf(currency: Currency, real: Micros, bonus: Micros): BalanceView {
  return {
    currency,
    balance: formatAmount(real),
    bonus_balance: formatAmount(bonus),
    total_balance: formatAmount(real + bonus),
  };
}
