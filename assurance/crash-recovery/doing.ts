import type { Coins } from "./coins.ts";
import type { Person } from "./people.ts";
import type { Victim } from "./victim.ts";

/** A payment message of the provider, repeated until it is acknowledged. */
export interface ReportedPayment {
  readonly id: string;
  readonly amount: string;
  result?: string;
}

/** What an action can use. */
export interface Doing {
  readonly victim: () => Promise<Victim>;
  readonly coins: Coins;
  readonly payments: ReportedPayment[];
  newcomer(): Promise<Person>;
  /** A call without a key. */
  as(person: Person, name: string, body?: unknown): Promise<Answer>;
  /** A call with a key, in the journal under its name. */
  money(person: Person, name: string, body: unknown, noted?: string): Promise<Answer>;
  /** A message of the payment provider, repeated until it is acknowledged: the outcome. */
  sendWebhook(message: object): Promise<string>;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many calls; what is missing in one is undefined.
  readonly body: any;
  readonly text: string;
}
