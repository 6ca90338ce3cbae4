import { randomInt, randomUUID } from "node:crypto";
import type { TestCall } from "#kit/testing/test-api.ts";
import { type Acts, actsOf } from "./acts.ts";
import type { Coins } from "./coins.ts";
import type { Answer, ReportedPayment } from "./doing.ts";
import type { Person } from "./people.ts";
import { messageOf } from "./provider.ts";
import { fastClock, pause } from "./recovery-app.ts";
import type { Victim } from "./victim.ts";

/** A call with a key, from its first attempt until the server has responded. */
export interface JournalLine {
  readonly key: string;
  readonly player: string;
  readonly name: string;
  readonly body: unknown;
  /** Number of attempts without a response. */
  noResponse: number;
  status?: number;
  text?: string;
}

/** The players by what they do: those of `crypto` deposit and withdraw in coins only. */
export interface Crowd {
  readonly players: readonly Person[];
  readonly crypto: readonly Person[];
}

export interface Load {
  readonly journal: JournalLine[];
  readonly payments: ReportedPayment[];
  /** Failures of the load itself. */
  readonly faults: string[];
  /** Plays until `stop`, against whichever victim responds. */
  run(crowd: Crowd): Promise<void>;
  stop(): void;
}

/** Right after a restart a shared game has no leader yet: the number of retries of a call that is refused for that reason. */
const mostBusy = 10;
const clock = fastClock();

/** Players who do everything that moves money, in closed loops; a call without a response is retried with its key. */
export function createLoad(needs: {
  readonly victim: () => Promise<Victim>;
  readonly coins: Coins;
  readonly secret: string;
  /** A new player with money, who interferes with no other. */
  newcomer(): Promise<Person>;
}): Load {
  const journal: JournalLine[] = [];
  const payments: ReportedPayment[] = [];
  const faults: string[] = [];
  let stopped = false;

  /** The server's response, however many processes it takes. */
  async function ask(name: string, call: TestCall, onNoResponse = () => {}, person?: Person): Promise<Answer> {
    for (let busy = 0; ; ) {
      const victim = await needs.victim();
      const answer = await victim.call(name, person ? { ...call, token: person.token } : call);

      if (answer?.status === 503) busy++;
      if (answer && (answer.status < 500 || busy > mostBusy))
        return { status: answer.status, body: jsonOf(answer.text), text: answer.text };
      onNoResponse();
      await pause(20);
    }
  }

  const as = (person: Person, name: string, body?: unknown) =>
    ask(name, body === undefined ? {} : { body }, () => {}, person);

  async function money(person: Person, name: string, body: unknown, noted = name) {
    const line: JournalLine = { key: randomUUID(), player: person.id, name: noted, body, noResponse: 0 };
    journal.push(line);
    const answer = await ask(name, { key: line.key, body }, () => line.noResponse++, person);
    // Still busy after all retries: the outcome is unknown, and the call is not sent again.
    if (answer.status < 500) Object.assign(line, { status: answer.status, text: answer.text });
    return answer;
  }

  async function sendWebhook(message: object): Promise<string> {
    for (;;) {
      const { name, call } = messageOf(needs.secret, clock.now(), { event_id: randomUUID(), ...message });
      const { status, body } = await ask(name, call);
      if (status === 200) return body.data.result;
      await pause(20);
    }
  }

  const { victim, coins, newcomer } = needs;
  const acts = actsOf({ victim, coins, payments, newcomer, as, money, sendWebhook });

  async function live(person: Person, does: Acts): Promise<void> {
    while (!stopped) {
      const act = does[randomInt(does.length)];
      await act?.(person).catch((error: unknown) => faults.push(`load: ${error}`));
      await as(person, "POST /api/v1/limits/reality-check");
    }
  }

  return {
    journal,
    payments,
    faults,
    async run({ players, crypto }) {
      stopped = false;
      const lives = [...players.map(each => live(each, acts.players)), ...crypto.map(each => live(each, acts.crypto))];
      await Promise.all(lives);
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
