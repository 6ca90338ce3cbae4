import { randomInt, randomUUID } from "node:crypto";
import type { TestCall } from "#kit/test/test-api.ts";
import { type Company, messageOf } from "./company.ts";
import { fastClock, pause } from "./house.ts";
import { type Person, password } from "./people.ts";
import type { Victim } from "./victim.ts";

/** A call with a key, from the moment it was first sent until the house has answered it. */
export interface JournalLine {
  readonly key: string;
  readonly player: string;
  readonly name: string;
  readonly body: unknown;
  /** How often it was sent and never answered. */
  unheard: number;
  status?: number;
  text?: string;
}

/** A payment of the company, told until it was heard. */
export interface ToldPayment {
  readonly id: string;
  readonly amount: string;
  result?: string;
}

export interface Load {
  readonly journal: JournalLine[];
  readonly payments: ToldPayment[];
  /** Plays until `stop`, whichever victim answers. */
  run(): Promise<void>;
  stop(): void;
}

/** Right after a restart a shared game has no leader yet; so often a call is sent again to a house that says so. */
const mostBusy = 10;
const clock = fastClock();

/** People who do everything that moves money, in closed loops; what got no answer is sent again under its key. */
export function createLoad(needs: {
  readonly victim: () => Promise<Victim>;
  readonly company: Company;
  readonly secret: string;
  readonly players: readonly Person[];
  /** Somebody new, with money, who is in nobody's way. */
  newcomer(): Promise<Person>;
}): Load {
  const journal: JournalLine[] = [];
  const payments: ToldPayment[] = [];
  let stopped = false;

  /** The house's answer, however many processes it takes. */
  async function ask(name: string, call: TestCall, onUnheard = () => {}, person?: Person) {
    for (let busy = 0; ; ) {
      const victim = await needs.victim();
      const answer = await victim.call(name, person ? { ...call, token: person.token } : call);

      if (answer?.status === 503) busy++;
      if (answer && (answer.status < 500 || busy > mostBusy))
        return { status: answer.status, body: jsonOf(answer.text), text: answer.text };
      onUnheard();
      await pause(20);
    }
  }

  const as = (person: Person, name: string, body?: unknown) =>
    ask(name, body === undefined ? {} : { body }, () => {}, person);

  async function money(person: Person, name: string, body: unknown, noted = name) {
    const line: JournalLine = { key: randomUUID(), player: person.id, name: noted, body, unheard: 0 };
    journal.push(line);
    const answer = await ask(name, { key: line.key, body }, () => line.unheard++, person);
    // Still busy after all that time: what became of it is not known, and nobody will ask again.
    if (answer.status < 500) Object.assign(line, { status: answer.status, text: answer.text });
    return answer;
  }

  async function tell(message: object): Promise<string> {
    for (;;) {
      const { name, call } = messageOf(needs.secret, clock.now(), { event_id: randomUUID(), ...message });
      const { status, body } = await ask(name, call);
      if (status === 200) return body.data.result;
      await pause(20);
    }
  }

  async function pay(reference: string, hash: string, amount: string): Promise<void> {
    const payment: ToldPayment = { id: randomUUID(), amount };
    payments.push(payment);
    const instrument = { token: `card_${"a".repeat(24)}_4242`, label: "•••• 4242" };
    const told = { id: payment.id, amount, currency: "USD", instrument };
    payment.result = await tell({ type: "payment.received", reference, hash, payment: told });
  }

  async function openInvoice(player: Person) {
    const amount = `${20 + randomInt(80)}`;
    return (await money(player, "POST /api/v1/billing/payments", { method_hash: "card-page", amount })).body.data;
  }

  const acts: readonly ((player: Person) => Promise<unknown>)[] = [
    player => money(player, "POST /api/v1/games/dice/bets", { stake: "1", direction: "over", target: "49.50" }),
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
      if (invoice) await pay(invoice.id, invoice.hash, invoice.shop_amount);
    },
    () => pay(randomUUID(), "nobody", "3"),
    async player => {
      const { body } = await as(player, "GET /api/v2/billing/data");
      const [card] = body.data.payouts.methods;
      if (!card) return;
      await as(player, "POST /api/v1/factors/proof/password", { password });
      const wish = { method_hash: card.hash, amount: "5" };
      const { body: asked } = await money(player, "POST /api/v1/billing/payouts", wish);
      if (asked?.data?.id && randomInt(3) === 0)
        await money(player, `DELETE /api/v1/billing/payouts/${asked.data.id}`, undefined, "cancel");
    },
    async player => {
      await money(player, "POST /api/v1/vault/put", { currency: "USD", amount: "2" });
      await money(player, "POST /api/v1/vault/take", { currency: "USD", amount: "1" });
    },
    async player => {
      const wish = { from: "USD", to: "EUR", amount: "2" };
      const { body } = await as(player, "POST /api/v1/exchange/quotes", wish);
      if (body?.data?.quote_id ?? body?.data?.id)
        await money(player, "POST /api/v1/exchange", { quote_id: body.data.quote_id ?? body.data.id }, "exchange");
    },
    player => as(player, "PUT /api/v1/limits", { currency: "USD", wager_limit: `${900_000 - randomInt(9)}` }),
    async () => {
      const gone = await needs.newcomer();
      const invoice = await openInvoice(gone);
      await as(gone, "POST /api/v1/limits/self-exclusion", { months: 6 });
      if (invoice) await pay(invoice.id, invoice.hash, invoice.shop_amount);
    },
    async () => {
      const victim = await needs.victim();
      for (const job of ["payments-follow-payouts", "payments-follow-returns"]) await victim.job(job);
    },
  ];

  async function live(player: Person): Promise<void> {
    while (!stopped) {
      await acts[randomInt(acts.length)]?.(player);
      await as(player, "POST /api/v1/limits/reality-check");
    }
  }

  return {
    journal,
    payments,
    async run() {
      stopped = false;
      await Promise.all(needs.players.map(live));
    },
    stop() {
      stopped = true;
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many calls; what is missing in one is undefined.
function jsonOf(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
