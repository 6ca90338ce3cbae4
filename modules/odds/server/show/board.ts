import type { Host } from "#kit/host/host.ts";
import {
  liveChannel as createChannel,
  type LiveChannel,
  type ParameterChannel,
  parameterChannel,
} from "#kit/host/server-module.ts";
import { type EventDetails, type EventView, eventChannel, type FeedView, liveChannel } from "../../shared/contract.ts";
import { changedTopic } from "../announce.ts";
import { listEventRows, readEventRows, readIncidents } from "./event-rows.ts";
import { feedMs, feedState } from "./feed-state.ts";
import { readEvent } from "./handlers.ts";
import { detailsView, eventView } from "./views.ts";

/** Five frames a second for each channel. */
const flushMs = 200;
const mostLive = 500;
const live = {
  state: "live",
  q: undefined,
  sport: undefined,
  kind: "match",
  league: undefined,
  from: undefined,
  to: undefined,
  after: undefined,
} as const;

/**
 * What pages follow: the live list and single events. Every process reads the rows of changed events, a few times a second however often they change, and
 * publishes what differs from what it published before.
 */
export class Board {
  readonly list: LiveChannel<typeof liveChannel>;
  readonly events: ParameterChannel<typeof eventChannel>;
  readonly #host: Pick<Host, "db" | "clock" | "signals" | "log">;
  readonly #changed = new Set<string>();
  /** What was published last, as JSON: live events by id, and markets by event and key. */
  readonly #shownLive = new Map<string, string>();
  readonly #shownMarkets = new Map<string, Map<string, string>>();
  #feed = "";
  #isStopped = false;
  #cancels: (() => void)[] = [];

  constructor(host: Pick<Host, "db" | "clock" | "signals" | "log">) {
    this.#host = host;
    this.list = createChannel(liveChannel, () => this.#listNow());
    this.events = parameterChannel(eventChannel, { snapshot: (_session, id) => this.#eventNow(id) });
  }

  start(): void {
    const { signals } = this.#host;
    const unlisten = signals.on(changedTopic, text => {
      for (const id of text.split(" ")) this.#changed.add(id);
    });
    this.#cancels = [unlisten, this.#every(flushMs, () => this.#flush()), this.#every(feedMs, () => this.#watchFeed())];
  }

  stop(): void {
    this.#isStopped = true;
    for (const cancel of this.#cancels) cancel();
  }

  #every(ms: number, task: () => Promise<void>): () => void {
    const { clock, log } = this.#host;
    let cancel = () => {};
    const next = () => {
      cancel = clock.after(ms, () => {
        task()
          .catch((error: unknown) => log.warn({ err: error }, "the board of odds could not be read"))
          .finally(() => this.#isStopped || next());
      });
    };
    next();
    return () => cancel();
  }

  #now(): Date {
    return new Date(this.#host.clock.now());
  }

  async #listNow(): Promise<{ items: EventView[]; feed: FeedView[] }> {
    const { db } = this.#host;
    const [rows, feed] = await Promise.all([listEventRows(db, live, this.#now(), mostLive), feedState(db)]);
    return { items: rows.flatMap(row => eventView(row) ?? []), feed: [...feed] };
  }

  async #eventNow(id: string): Promise<EventDetails & { feed: FeedView[] }> {
    const view = await readEvent(this.#host.db, id, this.#now());
    if (!this.#shownMarkets.has(id)) this.#shownMarkets.set(id, shown(view));
    return view;
  }

  async #flush(): Promise<void> {
    if (this.#changed.size === 0) return;
    const ids = [...this.#changed];
    this.#changed.clear();
    try {
      await this.#publishLive(ids);
      const followed = new Set(this.events.followed());
      for (const id of this.#shownMarkets.keys()) if (!followed.has(id)) this.#shownMarkets.delete(id);
      await this.#publishEvents(ids.filter(id => followed.has(id)));
    } catch (error) {
      for (const id of ids) this.#changed.add(id);
      throw error;
    }
  }

  async #publishLive(ids: readonly string[]): Promise<void> {
    const rows = await readEventRows(this.#host.db, ids, this.#now(), "main");
    const items: EventView[] = [];
    const gone: string[] = [];
    for (const row of rows) {
      const view = eventView(row);
      const text = view?.status === "live" && view.outright === null ? JSON.stringify(view) : undefined;
      if (view && text !== undefined && this.#shownLive.get(row.id) !== text) items.push(view);
      if (text === undefined && this.#shownLive.has(row.id)) gone.push(row.id);
      if (text === undefined) this.#shownLive.delete(row.id);
      else this.#shownLive.set(row.id, text);
    }
    if (items.length + gone.length > 0) this.list.publish("changes", { items, gone });
  }

  async #publishEvents(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const { db } = this.#host;
    const [rows, incidents] = await Promise.all([readEventRows(db, ids, this.#now(), "all"), readIncidents(db, ids)]);
    for (const row of rows) this.#publishEvent(row.id, detailsView(row, incidents.get(row.id) ?? []));
  }

  #publishEvent(id: string, view: EventDetails | undefined): void {
    if (!view) return;
    const before = this.#shownMarkets.get(id) ?? new Map<string, string>();
    const after = shown(view);
    this.#shownMarkets.set(id, after);
    const markets = view.all.filter(market => before.get(keyOf(market)) !== after.get(keyOf(market)));
    const gone = [...before.keys()].filter(key => !after.has(key));
    if (markets.length + gone.length === 0 && before.get(ofEvent) === after.get(ofEvent)) return;
    this.events.publish(id, "changes", { event: view, markets, gone });
  }

  /** A reader that died sends no signal: its heartbeat only ages. */
  async #watchFeed(): Promise<void> {
    const feed = [...(await feedState(this.#host.db))];
    const text = JSON.stringify(feed);
    if (text === this.#feed) return;
    this.#feed = text;
    this.list.publish("feed", { feed });
    for (const id of this.events.followed()) this.events.publish(id, "feed", { feed });
  }
}

const keyOf = ({ kind, spec }: { readonly kind: string; readonly spec: string }) => `${kind}?${spec}`;

/** Under it is what the event shows in addition to its markets. */
const ofEvent = "";

function shown(view: EventDetails): Map<string, string> {
  const beside = Object.assign({}, view, { all: undefined, feed: undefined });
  const markets = view.all.map((market): [string, string] => [keyOf(market), JSON.stringify(market)]);
  return new Map([[ofEvent, JSON.stringify(beside)], ...markets]);
}
