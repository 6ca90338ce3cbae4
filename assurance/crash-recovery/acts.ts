import { randomInt, randomUUID } from "node:crypto";
import type { Doing } from "./doing.ts";
import { type Person, password } from "./people.ts";

export type Acts = readonly ((person: Person) => Promise<unknown>)[];

/** Every action of a player that moves money or reaches a failpoint. */
export function actsOf(doing: Doing): { readonly players: Acts; readonly crypto: Acts } {
  const { as, money, sendWebhook, newcomer, payments, victim } = doing;

  async function pay(person: Person, reference: string, hash: string, amount: string) {
    const paid = { id: randomUUID(), amount, currency: "USD" };
    const noted: Doing["payments"][number] = { id: paid.id, amount };
    payments.push(noted);
    const token = `card_${person.id.replaceAll("-", "").slice(-24)}_4242`;
    const payment = { ...paid, instrument: { token, label: "•••• 4242" } };
    noted.result = await sendWebhook({ type: "payment.received", reference, hash, payment });
    return paid;
  }

  async function openInvoice(player: Person) {
    const amount = `${20 + randomInt(80)}`;
    return (await money(player, "POST /api/v1/billing/payments", { method_hash: "card-page", amount })).body?.data;
  }

  async function follow(): Promise<void> {
    const now = await victim();
    for (const job of ["payments-follow-payouts", "payments-follow-returns"]) await now.job(job);
  }

  async function count(): Promise<void> {
    const now = await victim();
    for (const job of ["desk.count_returns", "desk.count_game_days"]) await now.job(job);
  }

  const prove = (person: Person) => as(person, "POST /api/v1/factors/proof/password", { password });
  const bet: Acts[number] = player =>
    money(player, "POST /api/v1/games/dice/bets", { stake: "1", direction: "over", target: "49.50" });

  const players: Acts = [
    bet,
    player => money(player, "POST /api/v1/games/crash/bets", { stake: "1", auto_cash_out: "1.20" }),
    player => money(player, "POST /api/v1/games/roulette/bets", { chips: [{ spot: "red", stake: "1" }] }),
    player => money(player, "POST /api/v1/games/rooms/red/bets", { stake: "1" }, "rooms"),
    player => money(player, "POST /api/v1/games/rooms/red/bets", { stake: "1" }, "rooms"),
    async player => {
      const begun = await money(player, "POST /api/v1/games/miner/bets", { stake: "1", mines: 3 });
      const id = begun.body?.data?.id;
      if (!id) return;
      await money(player, `POST /api/v1/games/miner/bets/${id}/reveal`, { tile: randomInt(25) }, "reveal");
      await money(player, `POST /api/v1/games/miner/bets/${id}/cash-out`, {}, "cash-out");
    },
    async player => {
      const invoice = await openInvoice(player);
      if (invoice) await pay(player, invoice.id, invoice.hash, invoice.shop_amount);
    },
    player => pay(player, randomUUID(), "unknown", "3"),
    async player => {
      const { body } = await as(player, "GET /api/v2/billing/data");
      const card = body?.data?.payouts.methods[0];
      if (!card) return;
      await prove(player);
      const { body: asked } = await money(player, "POST /api/v1/billing/payouts", {
        method_hash: card.hash,
        amount: "5",
      });
      if (asked?.data?.id && randomInt(3) === 0)
        await money(player, `DELETE /api/v1/billing/payouts/${asked.data.id}`, undefined, "cancel");
    },
    async player => {
      await money(player, "POST /api/v1/vault/put", { currency: "USD", amount: "2" });
      await money(player, "POST /api/v1/vault/take", { currency: "USD", amount: "1" });
    },
    async player => {
      const requestBody = { from: "USD", to: "EUR", amount: "2" };
      const quote = (await as(player, "POST /api/v1/exchange/quotes", requestBody)).body?.data;
      const id = quote?.quote_id ?? quote?.id;
      if (id) await money(player, "POST /api/v1/exchange", { quote_id: id }, "exchange");
    },
    player => as(player, "PUT /api/v1/limits", { currency: "USD", wager_limit: `${900_000 - randomInt(9)}` }),
    async player => {
      const asked = (await as(player, "POST /api/v1/privacy/export")).body?.data;
      if (asked?.status === "waiting") await (await victim()).job("privacy-export", { id: asked.id });
    },
    async () => {
      const gone = await newcomer();
      const invoice = await openInvoice(gone);
      await as(gone, "POST /api/v1/limits/self-exclusion", { months: 6 });
      if (invoice) await pay(gone, invoice.id, invoice.hash, invoice.shop_amount);
    },
    async () => {
      const gone = await newcomer();
      const invoice = await openInvoice(gone);
      if (!invoice) return;
      const payment = await pay(gone, invoice.id, invoice.hash, invoice.shop_amount);
      await bet(gone);
      await sendWebhook({ type: "payment.recalled", payment });
    },
    follow,
    count,
  ];

  async function coinAddress(person: Person, coin: string): Promise<string | undefined> {
    return (await money(person, "POST /api/v1/billing/crypto-addresses", { coin }, "address")).body?.data?.address;
  }
  async function sendCoins(person: Person): Promise<void> {
    const isDollars = randomInt(3) > 0;
    const to = await coinAddress(person, isDollars ? "usdt" : "eth");
    if (to) await doing.coins.send(isDollars ? "USDT" : "ETH", to, isDollars ? "40" : "0.02");
  }
  /** An address without an owner, always the same: for a day the server pays out to one address per player only. */
  const addressOf = ({ id }: Person) => `0x${id.replaceAll("-", "").padStart(40, "a")}`;

  const crypto: Acts = [
    bet,
    sendCoins,
    async person => {
      await prove(person);
      const requestBody = { method_hash: "usdt", amount: "12", address: addressOf(person) };
      await money(person, "POST /api/v1/billing/payouts", requestBody);
    },
    follow,
    async () => {
      const gone = await newcomer();
      const to = await coinAddress(gone, "usdt");
      await as(gone, "POST /api/v1/limits/self-exclusion", { months: 6 });
      if (to) await doing.coins.send("USDT", to, "7");
    },
  ];
  return { players, crypto };
}
