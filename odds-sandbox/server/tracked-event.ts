import type { Draft, PlayedEvent, ScriptItem } from "../model/events/event.ts";
import { kindOf } from "../model/price.ts";
import type { PricedMarket, Producer } from "../shared/protocol.ts";

export interface Said {
  readonly producer: Producer;
  readonly draft: Draft;
}

type OddsDraft = Extract<Draft, { type: "odds_change" }>;

/** How far an event's script has been said, and which prices were sent last. */
export class TrackedEvent {
  #event: PlayedEvent;
  #next: number;
  /** Price line last sent by `id?spec`. */
  readonly #sent = new Map<string, string>();

  /** `from`: everything before this moment has been said. */
  constructor(event: PlayedEvent, from: number) {
    this.#event = event;
    this.#next = firstAfter(event.script, from);
  }

  get event(): PlayedEvent {
    return this.#event;
  }

  /** The script after a command; what was before it has been said. */
  replace(event: PlayedEvent, from: number): void {
    this.#event = event;
    this.#next = event.script.findIndex(({ at }) => at >= from);
    if (this.#next < 0) this.#next = event.script.length;
  }

  /** What is due. Prices that are no longer current are replaced by those of `now`. */
  due(now: number): readonly Said[] {
    const said: Said[] = [];
    let stale = false;
    for (let item = this.#item(); item && item.at <= now; item = this.#item()) {
      this.#next++;
      const draft = item.make();
      if (draft.type === "odds_change" && item.at < now - 1000 && !lasting(draft)) stale = true;
      else said.push(...this.#say(item.producer, draft));
    }
    if (stale && now < this.#event.closes) said.push(...this.odds(now, "time"));
    return said;
  }

  #item(): ScriptItem | undefined {
    return this.#event.script[this.#next];
  }

  /** The fixture, the state once it has begun, and every price. */
  snapshot(now: number): readonly Said[] {
    const producer = this.#event.producerAt(now);
    this.#sent.clear();
    const state = now >= this.#event.start ? [{ producer, draft: this.#event.state(now) }] : [];
    return [{ producer, draft: this.#event.fixture(now) }, ...state, ...this.odds(now, "snapshot")];
  }

  odds(now: number, reason: OddsDraft["reason"]): readonly Said[] {
    const markets = [...this.#event.markets(now)];
    return this.#say(this.#event.producerAt(now), { type: "odds_change", at: now, reason, markets });
  }

  #say(producer: Producer, draft: Draft): readonly Said[] {
    if (draft.type === "bet_stop") this.#forget(draft.groups);
    if (draft.type === "bet_settlement") for (const { id, spec } of draft.markets) this.#sent.delete(`${id}?${spec}`);
    if (draft.type !== "odds_change") return [{ producer, draft }];
    const markets = this.#changed(draft);
    return markets.length === 0 ? [] : [{ producer, draft: { ...draft, markets } }];
  }

  /** After a stop every price of its groups is sent again. */
  #forget(groups: "all" | readonly string[]): void {
    for (const name of this.#sent.keys()) {
      const id = name.slice(0, name.indexOf("?"));
      if (groups === "all" || groups.includes(kindOf(id).group)) this.#sent.set(name, "");
    }
  }

  /** The markets whose prices or status differ from those sent last; those that are gone become inactive. */
  #changed({ markets, reason }: OddsDraft): PricedMarket[] {
    const changed = markets.filter(market => {
      const name = `${market.id}?${market.spec}`;
      const line = `${market.status} ${market.outcomes.map(({ id, price }) => `${id}=${price}`).join()}`;
      if (this.#sent.get(name) === line) return false;
      // A price planted by a fault is not current: the next change must send the true one.
      this.#sent.set(name, reason === "fault" ? "" : line);
      return true;
    });
    return reason === "fault" ? changed : changed.concat(this.#gone(markets));
  }

  #gone(markets: readonly PricedMarket[]): readonly PricedMarket[] {
    const present = new Set(markets.map(({ id, spec }) => `${id}?${spec}`));
    const gone = [...this.#sent.keys()].filter(name => !present.has(name));
    return gone.map(name => {
      this.#sent.delete(name);
      const cut = name.indexOf("?");
      return { id: name.slice(0, cut), spec: name.slice(cut + 1), status: "inactive", outcomes: [] };
    });
  }
}

/** Prices that must be sent even when they are late. */
const lasting = ({ reason, markets }: OddsDraft) =>
  reason === "fault" || markets.some(({ status }) => status === "handed_over");

function firstAfter(script: readonly ScriptItem[], from: number): number {
  const index = script.findIndex(({ at }) => at > from);
  return index < 0 ? script.length : index;
}
