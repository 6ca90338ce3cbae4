import type { PricedMarket, Producer, SettledMarket } from "../../shared/protocol.ts";
import { winChance } from "../chances.ts";
import type { BuilderRefusal, Draft, EventCommand, EventFault, PlayedEvent, ScriptItem } from "../events/event.ts";
import { wrongly } from "../events/rules.ts";
import { priceMarket } from "../price.ts";
import type { Placed } from "./knockout.ts";

export interface OutrightPlan {
  readonly id: string;
  readonly title: string;
  readonly opens: number;
  /** Start of the first match: betting ends. */
  readonly start: number;
  /** End of the last match. */
  readonly end: number;
  readonly confirmMs: number;
  /** Everything of the fixture but its moment, start and status. */
  readonly fixture: Omit<Extract<Draft, { type: "fixture" }>, "type" | "at" | "start" | "status">;
  /** Markets by kind: the chances of every entrant, and how many places win. */
  readonly markets: () => readonly {
    readonly id: string;
    readonly places: number;
    readonly chances: readonly number[];
  }[];
  readonly standings: (isShared: boolean) => readonly Placed[];
}

type Status = Extract<Draft, { type: "fixture" }>["status"];

const faults: ReadonlySet<EventFault> = new Set(["wrong_result", "rollback", "cancel_window", "dead_heat"]);
const mainKind = "outright_winner";

/** Who wins a tournament or a part of its draw. Prices stand until the first match, and results follow from the matches alone. */
export class OutrightEvent implements PlayedEvent {
  readonly id: string;
  readonly title: string;
  readonly opens: number;
  readonly start: number;
  readonly end: number;
  readonly closes: number;
  readonly faults = faults;
  readonly script: readonly ScriptItem[];
  readonly #plan: OutrightPlan;
  readonly #commands: readonly EventCommand[];
  #priced: readonly PricedMarket[] | undefined;

  constructor(plan: OutrightPlan, commands: readonly EventCommand[]) {
    this.#plan = plan;
    this.#commands = commands;
    this.id = plan.id;
    this.title = plan.title;
    this.opens = plan.opens;
    this.start = plan.start;
    this.end = plan.end;
    this.closes = plan.end + 2 * plan.confirmMs + 60_000;
    this.script = this.#write().sort((a, b) => a.at - b.at);
  }

  producerAt(): Producer {
    return "outright";
  }

  #statusAt(at: number): Status {
    if (at < this.start) return "not_started";
    if (at >= this.closes - 60_000) return "closed";
    return at >= this.end ? "ended" : "live";
  }

  fixture(at: number): Draft {
    return { ...this.#plan.fixture, type: "fixture", at, start: this.start, status: this.#statusAt(at) };
  }

  /** The places are known when all matches are over. */
  state(at: number): Draft {
    return {
      type: "event_state",
      at,
      status: this.#statusAt(at),
      clock: { seconds: 0, period: 1, stopped: true },
      score: { total: [0, 0], periods: [] },
      incidents: [],
      ...(at >= this.end && { standings: [...this.#standings()] }),
    };
  }

  /** A tester can have both finalists share the first place, as if the final could not be played. */
  #standings(): readonly Placed[] {
    return this.#plan.standings(this.#commands.some(({ fault, at }) => fault === "dead_heat" && at < this.end));
  }

  markets(at: number): readonly PricedMarket[] {
    if (at >= this.end) return [];
    return at < this.start ? this.#open() : this.#open().map(market => ({ ...market, status: "suspended" as const }));
  }

  #open(): readonly PricedMarket[] {
    const { fixture, markets } = this.#plan;
    this.#priced ??= markets().map(({ id, chances }) => {
      const outcomes = fixture.competitors.map((entrant, index) => ({
        id: entrant.id,
        p: winChance(chances[index] ?? 0),
      }));
      return priceMarket({ id, spec: "" }, outcomes);
    });
    return this.#priced;
  }

  joint(): BuilderRefusal {
    return "not_combinable";
  }

  #write(): ScriptItem[] {
    const { opens, start, end } = this;
    const confirmed = end + this.#plan.confirmMs;
    const results = this.#results();
    const ended = [
      this.#item(end, () => this.state(end)),
      this.#item(this.closes - 60_000, () => this.state(this.closes)),
    ];
    return [
      this.#item(opens, () => this.fixture(opens)),
      this.#item(opens, () => this.#odds(opens, "opened")),
      this.#item(start, () => ({ type: "bet_stop", at: start, groups: "all" })),
      this.#item(start, () => this.state(start)),
      this.#item(start, () => this.#odds(start, "suspended")),
      ...ended,
      ...this.#settlements(results, end, confirmed),
      ...this.#commands.flatMap(command => this.#fault(command, results)),
    ];
  }

  #settlements(results: readonly SettledMarket[], end: number, confirmed: number): readonly ScriptItem[] {
    const isWrong = this.#commands.some(({ fault, at }) => fault === "wrong_result" && at < end);
    const right = this.#settlement(confirmed, 2, results);
    if (!isWrong) return [this.#settlement(end, 1, results), right];
    const wrong = wrongly(results, mainKind);
    const named = wrong.map(({ id, spec }) => ({ id, spec }));
    return [
      this.#settlement(end, 2, wrong),
      this.#item(confirmed, () => ({ type: "rollback_bet_settlement", at: confirmed, markets: named })),
      right,
    ];
  }

  #item(at: number, make: () => Draft): ScriptItem {
    return { at, producer: "outright", make };
  }

  #odds(at: number, reason: "opened" | "suspended"): Draft {
    return { type: "odds_change", at, reason, markets: [...this.markets(at)] };
  }

  #settlement(at: number, certainty: 1 | 2, markets: readonly SettledMarket[]): ScriptItem {
    return this.#item(at, () => ({ type: "bet_settlement", at, certainty, markets: [...markets] }));
  }

  /** Entrants that share the last places that win divide them. */
  #results(): readonly SettledMarket[] {
    const standings = this.#standings();
    return this.#plan.markets().map(({ id, places }) => ({
      id,
      spec: "",
      decided_at: this.end,
      outcomes: standings.map(({ entrant, place }) => {
        const before = standings.filter(each => each.place < place).length;
        const tied = standings.filter(each => each.place === place).length;
        const left = Math.max(0, Math.min(tied, places - before));
        return { id: entrant, result: left > 0 ? 1 : 0, void_factor: 0, dead_heat: left > 0 ? left / tied : 1 };
      }),
    }));
  }

  #fault({ fault, at, ms = 20_000 }: EventCommand, results: readonly SettledMarket[]): readonly ScriptItem[] {
    const markets = [{ id: mainKind, spec: "" }];
    if (fault === "rollback") return [this.#item(at, () => ({ type: "rollback_bet_settlement", at, markets }))];
    if (fault === "cancel_window") {
      const window = { markets, from: at - 60_000, to: at };
      return [
        this.#item(at, () => ({ type: "bet_cancel", at, reason: "window", ...window })),
        this.#item(at + ms, () => ({ type: "rollback_bet_cancel", at: at + ms, ...window })),
      ];
    }
    if (fault !== "wrong_result" || at < this.end) return [];
    return [
      this.#item(at, () => ({ type: "rollback_bet_settlement", at, markets })),
      this.#settlement(at, 2, wrongly(results, mainKind)),
      this.#item(at + ms, () => ({ type: "rollback_bet_settlement", at: at + ms, markets })),
      this.#settlement(
        at + ms,
        2,
        results.filter(({ id }) => id === mainKind),
      ),
    ];
  }
}
