import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { required } from "#kit/std/invariant.ts";
import { Refused } from "#odds-sandbox/server/refused.ts";
import { isSigned, publicKeyOf } from "#odds-sandbox/server/signer.ts";
import { splitFrame } from "#odds-sandbox/shared/frames.ts";
import type { EventState, FixtureMessage, FrameBody, Message, Producer } from "#odds-sandbox/shared/protocol.ts";
import type { TestProvider } from "#odds-sandbox/testing/test-provider.ts";
import { escapeXml } from "../providers/uof/calls.ts";
import { ourLine, theirSelection, uofMarkets } from "../providers/uof/market-ids.ts";
import { childrenOf, parseXml } from "../providers/uof/parse-xml.ts";
import { producerIds } from "../providers/uof/read-message.ts";

const producers = ["pre", "live"] as const;
type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element with its children as text. */
function tag(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapeXml(`${value}`)}"`],
  );
  return `<${name}${written.join("")}>${children.join("")}</${name}>`;
}

const marketStatuses: Readonly<Record<string, number>> = {
  active: 1,
  suspended: -1,
  inactive: 0,
  handed_over: -2,
  settled: -3,
  cancelled: -4,
};
const changes = ["", "new", "start", "cancelled", "format", "coverage"];
const sportIds: Readonly<Record<string, string>> = {
  football: "sr:sport:1",
  basketball: "sr:sport:2",
  tennis: "sr:sport:5",
};

interface Seen {
  readonly epoch: number;
  readonly frame: number;
  readonly sent: number;
}

/** The simulated provider as one that speaks the Unified Odds Feed: it translates each frame into documents, and each call back. */
export class UofDouble {
  readonly #sandbox: TestProvider;
  readonly #server: Server;
  readonly #sockets = new Map<Producer, WebSocket>();
  readonly #seen = new Map<Producer, Seen[]>(producers.map(producer => [producer, []]));
  readonly #fixtures = new Map<string, FixtureMessage>();
  readonly #states = new Map<string, EventState>();
  /** Their ids by ours. */
  readonly #ids = new Map<string, string>();
  readonly #ends: (() => void)[] = [];

  constructor(sandbox: TestProvider) {
    this.#sandbox = sandbox;
    this.#server = createServer((request, response) => {
      void this.#answer(request)
        .catch((error: unknown) => {
          if (!(error instanceof Refused)) throw error;
          return { status: error.status, body: tag("response", { response_code: "BAD_REQUEST" }) };
        })
        .then(({ status, body }) => response.writeHead(status, { "content-type": "application/xml" }).end(body));
    });
    const sockets = new WebSocketServer({ noServer: true });
    this.#server.on("upgrade", (request, socket, head) => {
      const product = new URL(request.url ?? "", "http://uof").searchParams.get("product");
      const producer = producers.find(each => producerIds[each] === product);
      if (!producer || request.headers["x-access-token"] !== "t") return void socket.destroy();
      sockets.handleUpgrade(request, socket, head, client => {
        this.#sockets.set(producer, client);
        client.on("close", () => this.#sockets.get(producer) === client && this.#sockets.delete(producer));
      });
    });
    for (const producer of producers)
      this.#ends.push(sandbox.provider.subscribe(producer, text => this.#translate(producer, text)));
  }

  async listen(): Promise<string> {
    await new Promise<void>(resolve => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  disconnect(producer: Producer): void {
    this.#sockets.get(producer)?.terminate();
  }

  /** Everything sent on the open connection has been read at its other end. */
  async drained(producer: string): Promise<void> {
    const socket = this.#sockets.get(producer as Producer);
    if (!socket) return;
    await new Promise<void>(resolve => {
      socket.once("pong", () => resolve());
      socket.once("close", () => resolve());
      socket.ping();
    });
  }

  async close(): Promise<void> {
    for (const end of this.#ends) end();
    for (const socket of this.#sockets.values()) socket.terminate();
    await new Promise(resolve => this.#server.close(resolve));
  }

  #idOf(kind: string, id: string): string {
    const known = this.#ids.get(id) ?? `sr:${kind}:${1000 + this.#ids.size}`;
    this.#ids.set(id, known);
    return known;
  }

  #eventOf(id: string): string {
    return required([...this.#ids].find(([, theirs]) => theirs === id)?.[0], `an event ${id}`);
  }

  #translate(producer: Producer, text: string): void {
    const { signature, body } = required(splitFrame(text), "a frame");
    const socket = this.#sockets.get(producer);
    const send = (document: string) => socket?.send(`<?xml version="1.0" encoding="UTF-8"?>\n${document}`);
    // A damaged frame is a damaged document.
    if (!isSigned(body, signature, publicKeyOf(this.#sandbox.provider.publicKey))) return void send("<odds_change");
    const frame = JSON.parse(body) as FrameBody;
    this.#seen.get(producer)?.push({ epoch: frame.epoch, frame: frame.frame, sent: frame.sent });
    for (const message of frame.messages) {
      const document = this.#document(message, { product: producerIds[producer], timestamp: frame.sent });
      if (document !== undefined) send(document);
    }
  }

  #document(message: Message, stream: Attributes): string | undefined {
    if (message.type === "alive") return tag("alive", Object.assign({ subscribed: 1 }, stream));
    if (message.type === "snapshot_complete")
      return tag("snapshot_complete", Object.assign({ request_id: message.request }, stream));
    const event = message.event;
    const base = Object.assign({ event_id: this.#idOf("match", event) }, stream);
    switch (message.type) {
      case "fixture":
        this.#fixtures.set(event, message);
        return tag("fixture_change", Object.assign({ change_type: 1 }, base));
      case "fixture_change":
        return tag(
          "fixture_change",
          Object.assign({ change_type: changes.indexOf(message.change), start_time: message.start }, base),
        );
      case "event_state":
        this.#states.set(event, message);
        return tag("odds_change", base, this.#status(message));
      case "odds_change": {
        const state = this.#states.get(event);
        const markets = message.markets.flatMap(market => this.#market(event, market, market.outcomes));
        return tag("odds_change", base, state ? this.#status(state) : "", tag("odds", {}, ...markets));
      }
      case "bet_stop": {
        const named = message.groups === "all" ? ["all"] : message.groups;
        const groups = named.map(each => (each === "cards" ? "bookings" : each)).join("|");
        return tag("bet_stop", Object.assign({ groups }, base));
      }
      case "bet_settlement": {
        const markets = message.markets.flatMap(market => this.#settled(event, market));
        return tag(
          "bet_settlement",
          Object.assign({ certainty: message.certainty }, base),
          tag("outcomes", {}, ...markets),
        );
      }
      case "rollback_bet_settlement":
        return tag(message.type, base, ...message.markets.flatMap(market => this.#market(event, market, [])));
      case "bet_cancel":
      case "rollback_bet_cancel": {
        const window = Object.assign({ start_time: message.from, end_time: message.to }, base);
        return tag(message.type, window, ...message.markets.flatMap(market => this.#market(event, market, [])));
      }
    }
  }

  /** A market of a kind that the feed's numbers are known for, with what is stated of its outcomes. */
  #market(
    event: string,
    { id, spec, status }: { id: string; spec: string; status?: string },
    outcomes: Extract<Message, { type: "odds_change" }>["markets"][number]["outcomes"],
  ): readonly string[] {
    const names = this.#names(event, id, spec);
    if (!names) return [];
    const lines = outcomes.map(each => {
      const { win, half_win, refund, half_lose } = each.p;
      return tag("outcome", {
        id: names.outcome(each.id),
        odds: each.price,
        active: 1,
        win_probabilities: win,
        half_win_probabilities: half_win,
        refund_probabilities: refund,
        half_lose_probabilities: half_lose,
      });
    });
    const stated = { id: names.market, specifiers: names.specifiers, status: status && marketStatuses[status] };
    return [tag("market", stated, ...lines)];
  }

  #settled(
    event: string,
    { id, spec, outcomes }: Extract<Message, { type: "bet_settlement" }>["markets"][number],
  ): readonly string[] {
    const names = this.#names(event, id, spec);
    if (!names) return [];
    const lines = outcomes.map(each => {
      const stated = { id: names.outcome(each.id), result: each.result };
      const parts = {
        void_factor: each.void_factor || undefined,
        dead_heat_factor: each.dead_heat === 1 ? undefined : each.dead_heat,
      };
      return tag("outcome", Object.assign(stated, parts));
    });
    return [tag("market", { id: names.market, specifiers: names.specifiers }, ...lines)];
  }

  #names(event: string, id: string, spec: string) {
    const sport = this.#fixtures.get(event)?.sport ?? "";
    const kind = uofMarkets.find(each => each.kind === id);
    const any = kind && Object.values(kind.outcomes)[0];
    const found = any === undefined ? undefined : theirSelection(sport, id, spec, any);
    if (!found) return undefined;
    const { market, specifiers } = found;
    const outcome = (ours: string) => theirSelection(sport, id, spec, ours)?.outcome;
    return { market, specifiers: specifiers === "" ? undefined : specifiers, outcome };
  }

  #status({ status, clock, score, event }: EventState): string {
    const codes: Readonly<Record<string, readonly [status: number, match: number]>> = {
      not_started: [0, 0],
      live: [1, 5 + clock.period],
      break: [1, 31],
      ended: [3, 100],
      closed: [4, 100],
      postponed: [8, 60],
      abandoned: [9, 90],
      cancelled: [5, 70],
      retired: [3, 92],
    };
    const [code, match] = required(codes[status], `a code of ${status} of ${event}`);
    const minutes = `${Math.floor(clock.seconds / 60)}:${`${clock.seconds % 60}`.padStart(2, "0")}`;
    const periods = score.periods.map(([home, away], index) =>
      tag("period_score", { number: index + 1, match_status_code: 6 + index, home_score: home, away_score: away }),
    );
    const pair = (name: string, value: readonly number[] | undefined) =>
      value ? tag(name, { home: value[0], away: value[1] }) : "";
    return tag(
      "sport_event_status",
      { status: code, match_status: match, home_score: score.total[0], away_score: score.total[1] },
      tag("clock", { match_time: minutes, stopped: `${clock.stopped}` }),
      tag("period_scores", {}, ...periods),
      tag(
        "statistics",
        {},
        pair("yellow_cards", score.yellow_cards),
        pair("red_cards", score.red_cards),
        pair("corners", score.corners),
      ),
    );
  }

  async #answer(request: IncomingMessage): Promise<{ readonly status: number; readonly body: string }> {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://uof");
    if (request.headers["x-access-token"] !== "t") return { status: 403, body: tag("response", {}) };
    const [, producer] = /^\/(liveodds|pre)\/recovery\/initiate_request$/.exec(pathname) ?? [];
    if (producer) return this.#recover(producer === "pre" ? "pre" : "live", searchParams);
    const [, id, call] = /^\/sports\/en\/sport_events\/([a-z0-9:]+)\/(fixture|timeline)\.xml$/.exec(pathname) ?? [];
    if (id) return { status: 200, body: call === "fixture" ? this.#fixture(id) : this.#timeline(id) };
    if (pathname === "/sports/en/schedules/pre/schedule.xml")
      return {
        status: 200,
        body: tag("schedule", {}, ...[...this.#fixtures.values()].map(each => this.#sportEvent("sport_event", each))),
      };
    if (pathname === "/custombet/calculate") return { status: 200, body: this.#combined(await bodyOf(request)) };
    return { status: 404, body: tag("response", {}) };
  }

  #recover(producer: Producer, query: URLSearchParams) {
    const after = query.get("after");
    const last = after === null ? undefined : this.#seen.get(producer)?.findLast(({ sent }) => sent <= Number(after));
    const { epoch, frame } = last ?? { epoch: 0, frame: 0 };
    this.#sandbox.provider.recover({ producer, epoch, after: frame, request: query.get("request_id") ?? "" });
    return { status: 202, body: tag("response", { response_code: "ACCEPTED" }) };
  }

  #fixture(id: string): string {
    const fixture = required(this.#fixtures.get(this.#eventOf(id)), `a fixture of ${id}`);
    return tag("fixtures_fixture", {}, this.#sportEvent("fixture", fixture));
  }

  #sportEvent(name: string, { event, start, sport, category, tournament, competitors }: FixtureMessage): string {
    const sides = competitors.map((each, index) =>
      tag("competitor", {
        id: this.#idOf("competitor", each.id),
        name: each.name,
        abbreviation: each.short,
        qualifier: index === 0 ? "home" : "away",
      }),
    );
    return tag(
      name,
      { id: this.#idOf("match", event), start_time: new Date(start).toISOString() },
      tag(
        "tournament",
        { id: this.#idOf("tournament", tournament.id), name: tournament.name },
        tag("sport", { id: sportIds[sport], name: sport }),
        tag("category", { id: this.#idOf("category", category.id), name: category.name }),
      ),
      tag("competitors", {}, ...sides),
    );
  }

  #timeline(id: string): string {
    const state = this.#states.get(this.#eventOf(id));
    const kinds: Readonly<Record<string, string>> = {
      goal: "score_change",
      red_card: "red_card",
      yellow_card: "yellow_card",
    };
    const events = (state?.incidents ?? []).flatMap(each => {
      const type = each.cancelled ? undefined : kinds[each.kind];
      if (type === undefined) return [];
      const clock = `${Math.floor(each.clock / 60)}:${`${each.clock % 60}`.padStart(2, "0")}`;
      const time = new Date(each.at).toISOString();
      return [tag("event", { id: each.id, type, time, team: each.side, match_clock: clock, period: each.period })];
    });
    return tag("match_timeline", {}, tag("timeline", {}, ...events));
  }

  #combined(body: string): string {
    const selections = childrenOf(parseXml(body), "selection").map(({ attributes }) => {
      const { id, spec, market } = ourLine(attributes.market_id ?? "", attributes.specifiers ?? "");
      const outcome = market?.outcomes[attributes.outcome_id ?? ""] ?? "";
      return { event: this.#eventOf(attributes.id ?? ""), leg: { market: id, spec, outcome } };
    });
    const event = required(selections[0], "a selection").event;
    const quote = this.#sandbox.provider.quote(
      event,
      selections.map(({ leg }) => leg),
    );
    const whole = required(
      quote.subsets.find(({ legs }) => legs.length === selections.length),
      "the whole combination",
    );
    return tag("calculation_response", {}, tag("calculation", { odds: whole.price, probability: whole.p }));
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
