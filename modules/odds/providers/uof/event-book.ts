import { type EventFacts, nextFacts, withTimeline } from "./event-facts.ts";
import { childOf, type XmlElement } from "./parse-xml.ts";
import type { Fixture } from "./read-fixture.ts";
import type { WireMessage } from "./read-message.ts";

/** Numbers of an event for each millisecond of its timestamps: what one document or one moment says. */
const numbersPerMs = 64;
/** How long an event is remembered after its last message. */
const rememberedMs = 3 * 86_400_000;

interface Line {
  /** `n` of the message that last changed it. */
  readonly n: number;
  readonly outcomes: readonly {
    readonly id: string;
    readonly price?: string | undefined;
    readonly p?: { win: number } | undefined;
  }[];
}

interface Known {
  sport: string | undefined;
  facts: EventFacts | undefined;
  timestamp: number;
  n: number;
  /** When its fixture, and its timeline, were last requested; 0 before. */
  fixtureAt: number;
  timelineAt: number;
  readonly lines: Map<string, Line>;
}

/** What the adapter remembers of each event: the feed states changes of a score, and has no numbers. */
export class EventBook {
  readonly #events = new Map<string, Known>();

  of(event: string): Known {
    const known = this.#events.get(event) ?? {
      sport: undefined,
      facts: undefined,
      timestamp: 0,
      n: 0,
      fixtureAt: 0,
      timelineAt: 0,
      lines: new Map(),
    };
    this.#events.set(event, known);
    return known;
  }

  /** Whether a message is older than one that was read: within a connection the feed keeps its order. */
  isOlder(event: string, timestamp: number): boolean {
    return timestamp < this.of(event).timestamp;
  }

  /** The next number of an event: it rises with the timestamps, and within one with the order of arrival. */
  number(event: string, timestamp: number): number {
    const known = this.of(event);
    const first = numbersPerMs * timestamp;
    if (timestamp < known.timestamp) return first;
    known.timestamp = timestamp;
    known.n = Math.max(first, known.n + 1);
    return known.n;
  }

  /** The state that a message's `sport_event_status` adds; undefined where it says nothing new. */
  state(event: string, root: XmlElement, timestamp: number): WireMessage | undefined {
    const known = this.of(event);
    const status = childOf(root, "sport_event_status");
    const next = status && nextFacts(known.facts, known.sport ?? "", status, timestamp);
    if (!next) return undefined;
    const isNew = known.facts === undefined || essence(known.facts) !== essence(next);
    known.facts = next;
    return isNew ? stateMessage(next) : undefined;
  }

  /** The incidents of a timeline; undefined before any state. */
  timeline(event: string, root: XmlElement, timestamp: number): WireMessage | undefined {
    const known = this.of(event);
    if (!known.facts) return undefined;
    known.facts = withTimeline(known.facts, root, timestamp);
    return stateMessage(known.facts);
  }

  fixture(event: string, { sport, message }: Fixture): WireMessage {
    const known = this.of(event);
    known.sport = sport;
    if (known.facts) known.facts = Object.assign({}, known.facts, { sport });
    return message;
  }

  /** Remembers prices for quotes. */
  priced(event: string, n: number, message: WireMessage): void {
    const { lines } = this.of(event);
    const markets = message.markets as readonly { id: string; spec: string; outcomes: Line["outcomes"] }[];
    for (const { id, spec, outcomes } of markets) lines.set(lineName(id, spec), { n, outcomes });
  }

  line(event: string, id: string, spec: string): Line | undefined {
    return this.of(event).lines.get(lineName(id, spec));
  }

  /** Forgets events that are long over. */
  prune(now: number): void {
    for (const [event, { timestamp }] of this.#events) if (timestamp < now - rememberedMs) this.#events.delete(event);
  }
}

const lineName = (id: string, spec: string) => `${id}?${spec}`;

/** Everything but the running clock. */
function essence({ sport, status, score, clock, incidents }: EventFacts): string {
  return JSON.stringify([sport, status, score, clock.period, clock.stopped, incidents]);
}

function stateMessage({ status, clock, score, incidents }: EventFacts): WireMessage {
  return { type: "event_state", status, clock, score, incidents };
}
