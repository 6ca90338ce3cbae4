import type { Clock } from "#kit/host/host.ts";
import type { ProviderKeys } from "./keys.ts";
import { signedHeaders } from "./signature.ts";
import type { Message, State } from "./state.ts";

/** Pauses between the attempts of one message. */
const pausesMs = [500, 2_000, 5_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000];

/** The subject of a message: an invoice or a payout. */
interface Subject {
  readonly messages: readonly Message[];
}

/** Sends webhooks to the merchant, repeated until it returns 2xx. */
export interface Messenger {
  send(message: Message): void;
  /** Sends every message about it once more, also those already delivered. */
  repeat(subject: Subject): void;
  /** While on hold, messages wait. */
  hold(): void;
  /** Sends waiting messages: in order, or the last first. Resolves when each was tried once. */
  release(order: "in order" | "reversed"): Promise<void>;
  readonly held: readonly Message[];
  readonly isHolding: boolean;
  /** Resumes messages that a former run had not delivered. */
  resume(): void;
}

export function createMessenger(options: {
  readonly clock: Clock;
  readonly state: State;
  readonly keys: ProviderKeys;
  /** The merchant's webhook endpoint. */
  readonly address: string;
}): Messenger {
  const { clock, state, keys, address } = options;
  const held: Message[] = [];
  let isHolding = false;

  async function attempt(message: Message): Promise<void> {
    message.tries++;
    try {
      const response = await fetch(address, {
        method: "POST",
        headers: signedHeaders(keys.signing(), message.body, clock.now()),
        body: message.body,
        signal: AbortSignal.timeout(10_000),
      });
      message.answer = `${response.status} ${(await response.text()).slice(0, 200)}`;
      if (response.ok) message.delivered = true;
      if (response.status === 401) keys.noteRefusal();
    } catch (error) {
      message.answer = error instanceof Error ? error.message : String(error);
    }
    state.save();
    const pause = pausesMs[message.tries - 1];
    if (!message.delivered && pause !== undefined) clock.after(pause, () => void attempt(message));
  }

  function send(message: Message): void {
    if (isHolding) held.push(message);
    else void attempt(message);
  }

  return {
    send,
    repeat(subject) {
      for (const message of subject.messages) send(message);
    },
    hold() {
      isHolding = true;
    },
    async release(order) {
      isHolding = false;
      const waiting = held.splice(0);
      if (order === "reversed") waiting.reverse();
      for (const message of waiting) await attempt(message);
    },
    get held() {
      return held;
    },
    get isHolding() {
      return isHolding;
    },
    resume() {
      for (const { messages } of [...state.invoices.values(), ...state.payouts.values(), ...state.refunds.values()]) {
        for (const message of messages) if (!message.delivered) void attempt(message);
      }
    },
  };
}
