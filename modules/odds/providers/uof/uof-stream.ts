import type { Clock } from "#kit/host/host.ts";
import type { FrameSink, RecoveryRequest } from "../provider.ts";
import type { UofCalls } from "./calls.ts";
import type { EventBook } from "./event-book.ts";
import { type FrameKey, FrameWriter, rejectedDocument } from "./frames.ts";
import { BadXml, parseXml, type XmlElement } from "./parse-xml.ts";
import { readFixture } from "./read-fixture.ts";
import { readMessage, type WireMessage } from "./read-message.ts";

const hour = 3_600_000;
/** How far back a recovery reaches; beyond it everything that is open is sent again. */
const recoveryHours: Readonly<Record<string, number>> = { live: 10, pre: 72 };
/** Names of producers in paths. */
const paths: Readonly<Record<string, string>> = { live: "liveodds", pre: "pre" };
/** A fixture or timeline that could not be read is requested again after this. */
const repeatMs = 30_000;
/** Requests of fixtures and timelines at a time: a snapshot names hundreds of events at once. */
const mostRequests = 8;
const pruneMs = hour;

/** Runs a few tasks at a time, the others in their order. */
export function requestQueue(): (task: () => Promise<void>) => void {
  const waiting: (() => Promise<void>)[] = [];
  let running = 0;
  function next(): void {
    const task = running < mostRequests ? waiting.shift() : undefined;
    if (!task) return;
    running++;
    void task().finally(() => {
      running--;
      next();
    });
  }
  return task => {
    waiting.push(task);
    next();
  };
}

interface StreamNeeds {
  readonly producer: string;
  readonly sink: FrameSink;
  readonly clock: Clock;
  readonly calls: UofCalls;
  readonly key: FrameKey;
  readonly book: EventBook;
  readonly queue: ReturnType<typeof requestQueue>;
}

/** One producer: documents to frames, and the fixtures and timelines that they make necessary. */
export class UofStream {
  readonly #needs: StreamNeeds;
  readonly #frames: FrameWriter;
  /** The recovery that runs: its number in the feed and its name here. */
  #recovery: { readonly id: string; readonly request: string } | undefined;
  #requests = 0;
  #pruned = 0;
  #isEnded = false;

  constructor(needs: StreamNeeds) {
    this.#needs = needs;
    this.#frames = new FrameWriter(needs.producer, needs.clock.now(), needs.key);
  }

  end(): void {
    this.#isEnded = true;
  }

  /** False when a document is older than one of its event before it. */
  read(bytes: Buffer): boolean {
    const { sink, book, clock } = this.#needs;
    const text = bytes.toString("utf8");
    let root: XmlElement;
    try {
      root = parseXml(text);
    } catch (error) {
      if (!(error instanceof BadXml)) throw error;
      sink.rejected(rejectedDocument(bytes));
      return true;
    }
    const { event_id: event, timestamp: stated } = root.attributes;
    const timestamp = Number(stated);
    if (!Number.isSafeInteger(timestamp) || timestamp < 0 || timestamp > 8e12) {
      sink.rejected(rejectedDocument(bytes));
      return true;
    }
    if (event !== undefined && this.#recovery === undefined && book.isOlder(event, timestamp)) return false;
    const messages = event === undefined ? this.#ofStream(root, timestamp) : this.#ofEvent(event, root, timestamp);
    if (messages.length > 0) {
      const frame = this.#frames.write(messages, text, timestamp);
      this.#frames.remember(frame.frame, timestamp);
      sink.frame(frame);
    }
    if (event !== undefined) this.#complete(event, root.name === "fixture_change");
    if (clock.now() - this.#pruned > pruneMs) {
      this.#pruned = clock.now();
      book.prune(this.#pruned);
    }
    return true;
  }

  #ofStream(root: XmlElement, at: number): readonly WireMessage[] {
    const message = readMessage(root, id => (id === this.#recovery?.id ? this.#recovery.request : undefined));
    if (message?.type === "snapshot_complete" && message.request !== "") this.#recovery = undefined;
    return message ? [Object.assign({ at }, message)] : [];
  }

  #ofEvent(event: string, root: XmlElement, at: number): readonly WireMessage[] {
    const { book } = this.#needs;
    const state = root.name === "odds_change" ? book.state(event, root, at) : undefined;
    const message = readMessage(root, () => undefined);
    return [state, message].flatMap(each => {
      if (!each) return [];
      const n = book.number(event, at);
      if (each.type === "odds_change") book.priced(event, n, each);
      return [Object.assign({ event, n, at }, each)];
    });
  }

  /** Reads what the feed leaves to its calls: fixtures, and the incidents of a match that is seen for the first time in play. */
  #complete(event: string, isChanged: boolean): void {
    const { book, clock } = this.#needs;
    const known = book.of(event);
    const now = clock.now();
    const isDue = known.sport === undefined && now - known.fixtureAt >= repeatMs;
    if (isChanged || isDue) {
      known.fixtureAt = now;
      this.#request(event, `/sports/en/sport_events/${event}/fixture.xml`, root => {
        const fixture = readFixture(root, known.facts?.status ?? "not_started");
        return fixture && book.fixture(event, fixture);
      });
    }
    if (known.timelineAt === 0 && known.facts?.status === "not_started") known.timelineAt = now;
    if (known.timelineAt === 0 && known.facts && known.sport !== undefined) {
      known.timelineAt = now;
      this.#request(event, `/sports/en/sport_events/${event}/timeline.xml`, root =>
        book.timeline(event, root, known.timestamp),
      );
    }
  }

  #request(event: string, path: string, read: (root: XmlElement) => WireMessage | undefined): void {
    const { queue, calls, book, sink, clock } = this.#needs;
    queue(async () => {
      // One that fails is requested again with a later message of its event, which stays closed until then.
      const answer = await calls.call(path).catch(() => undefined);
      const message = answer && !this.#isEnded ? read(answer.root) : undefined;
      if (!message) return;
      const at = book.of(event).timestamp;
      const numbered = Object.assign({ event, n: book.number(event, at), at }, message);
      // Sent now by our clock: how long a call took says nothing about the provider's.
      sink.frame(this.#frames.write([numbered], answer?.text ?? "", clock.now()));
      if (message.type === "fixture") this.#complete(event, false);
    });
  }

  async recover({ epoch, after, request }: RecoveryRequest): Promise<void> {
    const { producer, calls, clock } = this.#needs;
    const id = `${++this.#requests}`;
    const since = this.#frames.timeOf(epoch, after);
    const isWithin = since !== undefined && since > clock.now() - (recoveryHours[producer] ?? 0) * hour;
    this.#recovery = { id, request };
    const query = isWithin ? `after=${since}&request_id=${id}` : `request_id=${id}`;
    const answer = await calls.call(`/${paths[producer]}/recovery/initiate_request?${query}`, { method: "POST" });
    if (!answer) throw new Error("the odds provider refused a recovery");
  }
}
