import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { BenchRow, BenchSuite } from "../bench.ts";
import { publishBenchChain } from "./crash-chain.ts";
import { percentile, round } from "./figures.ts";
import { type BenchHouse, withHouse } from "./house.ts";
import { type BenchPlayer, openPlayers } from "./players.ts";
import type { Told } from "./serve.ts";
import { SocketLine } from "./socket-line.ts";

const sizes = [500, 1000, 2000];
const betShare = 1 / 4;
const cashOutShare = 3 / 20;
/** Betting lasts five seconds; everybody has bet within the first four. */
const bettingMs = 4000;
/** Until the crash has come to everybody; the next thing that happens comes three seconds after it. */
const pauseMs = 1000;
/** Every round of the bench flies longer than this. */
const cashingMs = { from: 300, to: 3300 };

/** One whole round of crash with so many sockets listening, a quarter of them betting: how late events come, and what they weigh. */
export const benchCrash: BenchSuite = () =>
  withHouse({ services: "general,crash", prepare: publishBenchChain }, async house => {
    const players = await openPlayers(house, Math.max(...sizes) * betShare);
    const crowd = new Crowd(house, players);
    await house.order({ kind: "told", channel: "crash" });
    const rows: BenchRow[] = [];
    for (const size of sizes) {
      await crowd.growTo(size);
      rows.push(await crowd.playRound());
    }
    crowd.close();
    await house.requireRightBooks();
    return rows;
  });

/** An event of the channel as the crowd received it. */
interface Heard {
  readonly event: string;
  /** Milliseconds on the clock of the machine, one for each socket. */
  readonly at: number[];
}

interface Visitor {
  readonly line: SocketLine;
  /** The answer to the last command. */
  answered: (text: string) => void;
}

class Crowd {
  readonly #house: BenchHouse;
  readonly #players: readonly BenchPlayer[];
  readonly #visitors: Visitor[] = [];
  readonly #heard = new Map<number, Heard>();
  readonly #waiting = new Map<string, () => void>();

  constructor(house: BenchHouse, players: readonly BenchPlayer[]) {
    this.#house = house;
    this.#players = players;
  }

  /** The first ones are players, the others guests; all watch the flight. */
  async growTo(size: number): Promise<void> {
    while (this.#visitors.length < size) {
      const from = this.#visitors.length;
      const to = Math.min(size, from + 50);
      const opened = await Promise.all(
        Array.from({ length: to - from }, (_, i) =>
          SocketLine.open(this.#house.apiPort, this.#players[from + i]?.token),
        ),
      );
      for (const line of opened) this.#welcome(line);
    }
  }

  #welcome(line: SocketLine): void {
    const visitor: Visitor = { line, answered: () => {} };
    this.#visitors.push(visitor);
    const isFirst = this.#visitors.length === 1;
    line.onText = text => {
      const now = Number(process.hrtime.bigint()) / 1e6;
      const head = text.toString("latin1", 0, 80);
      const [, seq, event] = /^\{"channel":"crash","seq":(\d+),"event":"([a-z_]+)"/.exec(head) ?? [];
      if (head.startsWith('{"id":')) visitor.answered(text.toString());
      if (seq === undefined || event === undefined || event === "mine") return;
      const heard = this.#heard.get(Number(seq)) ?? { event, at: [] };
      this.#heard.set(Number(seq), heard);
      heard.at.push(now);
      if (isFirst) this.#waiting.get(event)?.();
    };
    line.send('{"sub":"crash"}');
  }

  #until(event: string): Promise<void> {
    return new Promise(resolve => this.#waiting.set(event, resolve));
  }

  /** From one crash to the next: in the seconds that a crash stays on the screens nothing else is told. */
  async playRound(): Promise<BenchRow> {
    const size = this.#visitors.length;
    await this.#until("crash");
    await sleep(pauseMs);
    const before = await this.#begin();
    await this.#until("betting");
    const bettors = this.#visitors.slice(0, Math.round(size * betShare));
    const flying = this.#until("fly");
    const crashed = this.#until("crash");
    const ids = await Promise.all(bettors.map((visitor, i) => placeBet(visitor, (i / bettors.length) * bettingMs)));
    await flying;
    const leavers = bettors.slice(0, Math.round(size * cashOutShare));
    const { from, to } = cashingMs;
    await Promise.all(
      leavers.map((visitor, i) => cashOut(visitor, ids[i] ?? "", from + (i / leavers.length) * (to - from))),
    );
    await crashed;
    await sleep(pauseMs);
    const weight = this.#weigh();
    const delays = this.#delays(await this.#told());
    await this.#until("settled");
    const used = (await this.#house.order({ kind: "usage" })).cpu - before.cpu;
    return {
      ...{ sockets: size, bets: bettors.length, "cash-outs": leavers.length, ...delays, ...weight },
      ...{ "server ms/round": Math.round(used), "server ms/client": round(used / size, 2) },
    };
  }

  async #begin() {
    await this.#told();
    this.#heard.clear();
    for (const { line } of this.#visitors) {
      line.bytes = 0;
      line.frames = 0;
    }
    return this.#house.order({ kind: "usage" });
  }

  #told(): Promise<Told[]> {
    return this.#house.order({ kind: "told", channel: "crash" });
  }

  /** Guests all hear the same; the last visitor is one. */
  #weigh() {
    const guest = this.#visitors.at(-1)?.line;
    return { "frames/client": guest?.frames ?? 0, "bytes/client": guest?.bytes ?? 0 };
  }

  #delays(told: readonly Told[]) {
    const heard = [...this.#heard].sort(([a], [b]) => a - b).map(([, each]) => each);
    const asTold = told.map(each => each.event).join();
    if (heard.map(each => each.event).join() !== asTold) throw new Error("the crowd heard other events than were told");
    const missed = heard.find(each => each.at.length !== this.#visitors.length);
    if (missed) throw new Error(`${missed.event} came to ${missed.at.length} of ${this.#visitors.length} sockets`);
    const delays = heard.flatMap((each, i) => each.at.map(at => at - Number(told[i]?.at ?? 0n) / 1e6));
    const sorted = Float64Array.from(delays).sort();
    return {
      "p50 ms": percentile(sorted, 0.5),
      "p99 ms": percentile(sorted, 0.99),
      "worst ms": round(sorted.at(-1) ?? 0),
    };
  }

  close(): void {
    for (const { line } of this.#visitors) line.close();
  }
}

/** @returns the outside name of the bet */
async function placeBet(visitor: Visitor, afterMs: number): Promise<string> {
  await sleep(afterMs);
  const text = await ask(visitor, "POST /api/v1/games/crash/bets", ',"input":{"stake":"0.01"}');
  const { status, body } = JSON.parse(text) as { status: number; body: { data: { id: string } } };
  if (status !== 201) throw new Error(text);
  return body.data.id;
}

async function cashOut(visitor: Visitor, id: string, afterMs: number): Promise<void> {
  await sleep(afterMs);
  const text = await ask(visitor, `POST /api/v1/games/crash/bets/${id}/cash-out`, "");
  if (!text.includes('"status":200')) throw new Error(text);
}

function ask(visitor: Visitor, call: string, input: string): Promise<string> {
  return new Promise(resolve => {
    visitor.answered = resolve;
    visitor.line.send(`{"id":1,"call":"${call}","key":"${randomUUID()}"${input}}`);
  });
}
