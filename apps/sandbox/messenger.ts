import type { Clock } from "#kit/host/host.ts";
import { signedHeaders } from "./signature.ts";
import type { Invoice, Message, State } from "./state.ts";

/** Pauses between the tries of one message. */
const pausesMs = [500, 2_000, 5_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000];

/** Tells the shop what happened, again and again until it says 2xx. */
export interface Messenger {
  send(invoice: Invoice, message: Message): void;
  /** Sends every message of an invoice once more, also those that arrived. */
  repeat(invoice: Invoice): void;
  /** While held, messages wait. */
  hold(): void;
  /** Sends what waits: in order, or the last first. Resolves when each was tried once. */
  release(order: "in order" | "reversed"): Promise<void>;
  readonly held: readonly { invoice: Invoice; message: Message }[];
  readonly isHolding: boolean;
  /** Goes on with what a former run had not delivered. */
  resume(): void;
}

export function createMessenger(options: {
  readonly clock: Clock;
  readonly state: State;
  readonly secret: string;
  /** The shop's address for webhooks. */
  readonly address: string;
}): Messenger {
  const { clock, state, secret, address } = options;
  const held: { invoice: Invoice; message: Message }[] = [];
  let isHolding = false;

  async function attempt(message: Message): Promise<void> {
    message.tries++;
    try {
      const response = await fetch(address, {
        method: "POST",
        headers: signedHeaders(secret, message.body, clock.now()),
        body: message.body,
        signal: AbortSignal.timeout(10_000),
      });
      message.answer = `${response.status} ${(await response.text()).slice(0, 200)}`;
      if (response.ok) message.delivered = true;
    } catch (error) {
      message.answer = error instanceof Error ? error.message : String(error);
    }
    state.save();
    const pause = pausesMs[message.tries - 1];
    if (!message.delivered && pause !== undefined) clock.after(pause, () => void attempt(message));
  }

  return {
    send(invoice, message) {
      if (isHolding) held.push({ invoice, message });
      else void attempt(message);
    },
    repeat(invoice) {
      for (const message of invoice.messages) {
        if (isHolding) held.push({ invoice, message });
        else void attempt(message);
      }
    },
    hold() {
      isHolding = true;
    },
    async release(order) {
      isHolding = false;
      const waiting = held.splice(0);
      if (order === "reversed") waiting.reverse();
      for (const { message } of waiting) await attempt(message);
    },
    get held() {
      return held;
    },
    get isHolding() {
      return isHolding;
    },
    resume() {
      for (const invoice of state.invoices.values()) {
        for (const message of invoice.messages) if (!message.delivered) void attempt(message);
      }
    },
  };
}
