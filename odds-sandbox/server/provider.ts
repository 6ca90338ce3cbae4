import { createHmac } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Clock, Random } from "#kit/host/host.ts";
import { required } from "#kit/std/invariant.ts";
import { createCalendar } from "../model/calendar/calendar.ts";
import type { PlannedEvent, SportCalendar } from "../model/calendar/sport-calendar.ts";
import type { EventCommand, EventFault } from "../model/events/event.ts";
import {
  type EventMessage,
  type Producer,
  producers,
  type Quote,
  type QuoteLeg,
  type RecoveryRequest,
} from "../shared/protocol.ts";
import { type FaultRequest, refuseUnfit, type StreamFault } from "./faults.ts";
import { FrameLog } from "./frame-log.ts";
import { JsonLines } from "./json-lines.ts";
import { quoteOf } from "./quote.ts";
import { Refused } from "./refused.ts";
import { ResultLog } from "./result-log.ts";
import { createSigner } from "./signer.ts";
import { storedSecret } from "./stored-secret.ts";
import { ProducerStream, type Send } from "./stream.ts";
import { type Said, TrackedEvent } from "./tracked-event.ts";

export interface ProviderSettings {
  readonly folder: string;
  /** Seed of leagues, calendars and players; never of results. */
  readonly seed: string;
  /** Days of the calendar in a day. */
  readonly speed: number;
  readonly clock: Pick<Clock, "now">;
  readonly random: Random;
  /** 32 bytes; without it a random one is stored in the folder. */
  readonly signingKey?: Uint8Array | undefined;
  /** Leagues to play; tests play fewer. */
  readonly leagues?: (league: { readonly id: string }) => boolean;
}

interface StoredCommand extends EventCommand {
  readonly event: string;
}

const hour = 3_600_000;
const hoursStored: Readonly<Record<Producer, number>> = { live: 10, pre: 72, outright: 72 };
const results = new Set(["bet_settlement", "bet_cancel", "rollback_bet_settlement", "rollback_bet_cancel"]);

/** The odds provider: calendar, events, three signed streams. `tick` is called every 50 ms. */
export class OddsProvider {
  readonly publicKey: string;
  /** The signature of an answer's body. */
  readonly sign: (text: string) => string;
  readonly streams: ReadonlyMap<Producer, ProducerStream>;
  readonly #settings: ProviderSettings;
  readonly #secret: Uint8Array;
  readonly #calendar: SportCalendar;
  readonly #events = new Map<string, TrackedEvent>();
  readonly #numbers = new Map<string, number>();
  readonly #versions = new Map<string, number>();
  readonly #commands: JsonLines<StoredCommand>;
  readonly #results: ResultLog;
  readonly #late: { readonly due: number; readonly id: string; readonly said: Said }[] = [];
  /** Events of the calendar that send nothing more; a few hundred bytes each. */
  readonly #over = new Set<string>();
  #calendarRead = 0;
  #pruned = 0;
  #quotes = 0;

  constructor(settings: ProviderSettings) {
    this.#settings = settings;
    const { folder } = settings;
    mkdirSync(folder, { recursive: true });
    this.#secret = storedSecret(join(folder, "events.key"), settings.random);
    const signer = createSigner(settings.signingKey ?? storedSecret(join(folder, "signing.key"), settings.random));
    this.publicKey = signer.publicKey;
    this.sign = text => signer.sign(text);
    this.#commands = new JsonLines(join(folder, "commands.jsonl"));
    this.#calendar = createCalendar({
      seed: settings.seed,
      speed: settings.speed,
      now: () => this.#now(),
      seedOf: event => this.#seedOf(event),
      commandsOf: id => this.#commands.values.filter(({ event }) => event === id),
      leagues: settings.leagues ?? (() => true),
    });
    this.#results = new ResultLog(join(folder, "results"));
    this.streams = new Map(
      producers.map(producer => [
        producer,
        new ProducerStream(producer, new FrameLog(join(folder, "frames"), producer), signer),
      ]),
    );
    this.#restore();
  }

  /** Goes on where the last run ended, or begins the first epoch. */
  #restore(): void {
    const now = this.#now();
    for (const { log } of this.streams.values()) {
      for (const [event, n] of log.restore()) this.#numbers.set(event, Math.max(n, this.#numbers.get(event) ?? 0));
    }
    for (const { log } of this.streams.values()) if (log.head.epoch === 0) log.startEpoch(now, this.#numbers);
    this.#finishMissed(now);
    this.#readCalendar(now);
  }

  /** Says what is left of events that ended while the provider did not run. */
  #finishMissed(now: number): void {
    for (const id of [...this.#numbers.keys()]) {
      const event = this.#calendar.find(id, now)?.play();
      const from = this.#stream("live").log.head.madeAt;
      if (event && event.closes >= now) continue;
      if (event && event.closes > from) {
        for (const said of new TrackedEvent(event, from).due(now)) this.#say(id, said);
      }
      this.#numbers.delete(id);
    }
  }

  #now(): number {
    return this.#settings.clock.now();
  }

  /** Everything that is due by now, in frames. */
  tick(): void {
    const now = this.#now();
    if (now - this.#calendarRead >= 1000) this.#readCalendar(now);
    for (const [id, tracked] of this.#events) {
      if (this.#isSilent(tracked.event.producerAt(now), now)) continue;
      for (const said of tracked.due(now)) this.#sayOrDelay(id, said, now);
    }
    this.#sayLate(now);
    for (const [producer, stream] of this.streams) {
      if (!this.#isSilent(producer, now)) stream.flush(now, this.#numbers);
    }
  }

  #isSilent(producer: Producer, now: number): boolean {
    return now < this.#stream(producer).faults.silentUntil;
  }

  #stream(producer: Producer): ProducerStream {
    return required(this.streams.get(producer), "a stream of every producer");
  }

  #sayOrDelay(id: string, said: Said, now: number): void {
    const delay = said.draft.type === "bet_stop" ? this.#stream(said.producer).faults.stopDelayMs : 0;
    if (delay > 0) this.#late.push({ due: now + delay, id, said });
    else this.#say(id, said);
  }

  #sayLate(now: number): void {
    for (let index = this.#late.findIndex(({ due }) => due <= now); index >= 0; ) {
      for (const { id, said } of this.#late.splice(index, 1)) this.#say(id, said);
      index = this.#late.findIndex(({ due }) => due <= now);
    }
  }

  #say(event: string, { producer, draft }: Said): void {
    const n = (this.#numbers.get(event) ?? 0) + 1;
    this.#numbers.set(event, n);
    const { type, at, ...rest } = draft;
    const message = { type, event, n, at, ...rest } as EventMessage;
    const stream = this.#stream(producer);
    stream.say(message);
    if (message.type === "odds_change") {
      for (const { id, spec } of message.markets) this.#versions.set(`${event} ${id}?${spec}`, n);
    }
    // A result that was only seen is confirmed, or rolled back, by one that is stored.
    if (!results.has(type) || (message.type === "bet_settlement" && message.certainty === 1)) return;
    const { epoch, frame } = stream.log.head;
    this.#results.add({ producer, epoch, frame: frame + 1, message }, this.#now());
  }

  /** Opens what the calendar has by now and forgets what is over. */
  #readCalendar(now: number): void {
    const first = this.#calendarRead === 0;
    this.#calendarRead = now;
    for (const [id, { event }] of this.#events) {
      if (now > event.closes + 1000) this.#forget(id);
    }
    // They are only looked up again, and found to be over.
    if (this.#over.size > 5000) this.#over.clear();
    for (const match of this.#calendar.at(now)) {
      if (!this.#events.has(match.id) && !this.#over.has(match.id)) this.#open(match, now);
    }
    if (!first && now - this.#pruned < hour) return;
    this.#pruned = now;
    for (const [producer, { log }] of this.streams) log.prune(now - hoursStored[producer] * hour);
    this.#results.prune(now - 72 * hour);
    this.#commands.retain(({ at }) => at > now - 30 * 24 * hour);
  }

  #forget(id: string): void {
    this.#events.delete(id);
    this.#over.add(id);
    this.#numbers.delete(id);
    for (const name of this.#versions.keys()) if (name.startsWith(`${id} `)) this.#versions.delete(name);
  }

  #open(match: PlannedEvent, now: number): void {
    const event = match.play();
    if (now > event.closes) {
      this.#over.add(match.id);
      return;
    }
    if (this.#numbers.has(match.id)) {
      // Sent before a restart: the script continues after the last frame.
      const tracked = new TrackedEvent(event, this.#stream(event.producerAt(now)).log.head.madeAt);
      this.#events.set(match.id, tracked);
      const missed = tracked.due(now);
      // Before the start prices do not move, so those sent last are still current.
      const current = now < event.start ? [] : tracked.odds(now, "time");
      for (const said of [...missed, ...current]) this.#say(match.id, said);
      return;
    }
    const tracked = new TrackedEvent(event, now);
    this.#events.set(match.id, tracked);
    for (const said of tracked.snapshot(now)) this.#say(match.id, said);
  }

  #seedOf(event: string): Uint8Array {
    return createHmac("sha256", this.#secret).update(event).digest();
  }

  subscribe(producer: Producer, send: Send): () => void {
    return this.#stream(producer).subscribe(send);
  }

  /** Sends what a consumer missed: stored frames, or every result since and a snapshot of what is open. */
  recover({ producer, epoch, after, request }: RecoveryRequest): void {
    const stream = this.#stream(producer);
    if (stream.recovering) throw new Refused(409, "recovery_running", `${producer} is being recovered`);
    const complete = () => stream.say({ type: "snapshot_complete", at: this.#now(), request });
    const texts = stream.log.after(epoch, after);
    const fromSnapshot = () => {
      for (const { message } of this.#results.since(producer, epoch, after)) stream.say(message);
      this.#snapshot(producer);
      complete();
    };
    stream.recover(texts ?? [], texts ? complete : fromSnapshot);
  }

  #snapshot(producer: Producer): void {
    const now = this.#now();
    for (const [id, tracked] of this.#events) {
      if (tracked.event.producerAt(now) !== producer || now >= tracked.event.closes) continue;
      for (const said of tracked.snapshot(now)) this.#say(id, said);
    }
  }

  describe() {
    return {
      name: "Fairhouse odds sandbox",
      simulated: true as const,
      public_key: this.publicKey,
      heartbeat_ms: 1000,
      down_after_ms: 3000,
      producers: [...this.streams].map(([id, { log }]) => ({
        id,
        epoch: log.head.epoch,
        frame: log.head.frame,
        recovery_hours: hoursStored[id],
      })),
    };
  }

  /** Names of categories, tournaments, competitors and players by id: proper names, equal in every language. */
  names(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#calendar.names());
  }

  /** Open events with their status, for the page of faults. */
  open() {
    const now = this.#now();
    return [...this.#events.values()].map(({ event }) => ({ event, live: now >= event.start && now < event.closes }));
  }

  quote(id: string, legs: readonly QuoteLeg[]): Quote {
    const now = this.#now();
    const tracked = this.#events.get(id);
    if (!tracked || now >= tracked.event.closes) throw new Refused(404, "unknown_event", `no open event ${id}`);
    const versionOf = (market: string) => this.#versions.get(`${id} ${market}`) ?? 0;
    return quoteOf({ id, event: tracked.event, versionOf }, legs, now, `q${now}-${++this.#quotes}`);
  }

  /** The seed of an event that is over, and the match it decides. */
  verify(id: string) {
    const now = this.#now();
    const match = this.#calendar.find(id, now);
    if (!match) throw new Refused(404, "unknown_event", `no event ${id}`);
    const event = match.play();
    const state = event.state(now);
    if (match.follows) throw new Refused(422, "no_seed", `${id} has no seed: those of its matches decide it`);
    if (state.type !== "event_state" || state.seed === undefined) {
      throw new Refused(409, "event_open", `the seed of ${id} is revealed when it is closed`);
    }
    return { event: id, seed: state.seed, ...match.replay(), state };
  }

  chaos(request: FaultRequest): void {
    if ("producer" in request) this.#streamFault(request);
    else this.#eventFault(request.event, request.fault, request.ms);
  }

  #streamFault({
    fault,
    producer,
    ms,
    count,
  }: {
    fault: StreamFault;
    producer: Producer;
    ms?: number | undefined;
    count?: number | undefined;
  }): void {
    const stream = this.#stream(producer);
    const now = this.#now();
    stream.faults.set(fault, now, ms, count);
    if (fault !== "new_epoch") return;
    stream.log.startEpoch(Math.max(now, stream.log.head.epoch + 1), this.#numbers);
    this.#snapshot(producer);
  }

  #eventFault(id: string, fault: EventFault, ms: number | undefined): void {
    const tracked = this.#events.get(id);
    const match = this.#calendar.find(id, this.#now());
    if (!tracked || !match) throw new Refused(404, "unknown_event", `no open event ${id}`);
    const at = this.#now();
    refuseUnfit(fault, tracked.event, at);
    this.#commands.add({ event: id, at, fault, ms });
    tracked.replace(match.play(), at);
    for (const [other, each] of this.#events) {
      const planned = this.#calendar.find(other, at);
      if (planned?.follows?.(id)) each.replace(planned.play(), at);
    }
  }
}
