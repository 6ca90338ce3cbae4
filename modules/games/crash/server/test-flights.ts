import { createHash, randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Host } from "#kit/host/host.ts";
import { createDispatcher } from "#kit/http/dispatcher.ts";
import type { Session } from "#kit/http/handler.ts";
import { SocketCall } from "#kit/live/server/socket-call.ts";
import { micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import { must } from "#kit/std/invariant.ts";
import { armedFailpoints } from "#kit/test/armed-failpoints.ts";
import { manualClock } from "#kit/test/manual-clock.ts";
import { quietLog, quietMetrics } from "#kit/test/quiet.ts";
import { createMemoryLock } from "#modules/desk/server/index.ts";
import { testDesk } from "#modules/desk/server/test-desk.ts";
import type { ChainRound, ChainSequences } from "#modules/fairness/server/index.ts";
import { depositsClearing, inPlay } from "#modules/ledger/shared/chart.ts";
import { createWalletModel, modelTx, type WalletModel } from "#modules/wallet/server/index.ts";
import { pointOf } from "../shared/rules.ts";
import { createCrash } from "./index.ts";
import { createMemoryCrashStore } from "./store.ts";

/** Stories of crash on the wallet's model: time in the hands of the test, points as the story wants them, every byte that leaves kept. */

/** What a drain gives a flight. */
export const drainMs = 30_000;

export const salt = "5a".repeat(32);
export const linkOf = (round: number): string => createHash("sha256").update(`link ${round}`).digest("hex");

/** A word that draws this point. */
function wordFor(point: number): bigint {
  const x = point <= 100 ? 0n : (1n << 52n) - (99n * (1n << 52n)) / BigInt(point);
  expect(pointOf(x)).toBe(point);
  return x << 12n;
}

/** The sequence `crash` whose rounds have the given points, then 2.00 for ever. */
export function testSequences(points: readonly number[]): ChainSequences {
  const revealed: string[] = [];
  const chain = { sequence: "crash", head: "00".repeat(32), firstRound: 1, salt, testBeacon: true };
  const commitmentOf = (round: number) =>
    toHex(
      createHash("sha256")
        .update(must(parseHex(linkOf(round)), "hex"))
        .digest(),
    );
  return {
    prepare: async () => 0,
    nextRound: async () => revealed.length + 1,
    async open(_sequence, round) {
      expect(round).toBe(revealed.length + 1);
      const word = wordFor(points[round - 1] ?? 200);
      const stream = () => ({ next: () => word, position: 0, blocks: [] });
      return { chain, round, commitment: commitmentOf(round), stream } as unknown as ChainRound;
    },
    async reveal(_tx, { round }) {
      expect(round).toBe(revealed.length + 1);
      revealed.push(linkOf(round));
      return linkOf(round);
    },
    facts: async (_sequence, round) => ({
      ...chain,
      commitment: commitmentOf(round),
      link: revealed[round - 1] ?? null,
    }),
    published: async () => ({ chains: [], revealed_round: revealed.length, revealed_link: revealed.at(-1) ?? null }),
  };
}

export interface Outbound {
  readonly at: number;
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an event; types would only repeat it.
  readonly data: any;
  readonly text: string;
}

export interface TestAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly body: any;
  readonly text: string;
}

export interface Owner {
  readonly failpoints: ReturnType<typeof armedFailpoints>;
  readonly sent: Outbound[];
  call(name: string, player: PlayerId | null, body?: object, key?: Uuid): Promise<TestAnswer>;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  snapshot(player?: PlayerId): Promise<any>;
  start(): Promise<void>;
  drain(): Promise<void>;
  stop(): Promise<void>;
}

export const bets = "POST /api/v1/games/crash/bets";
export const cashOut = (id: string) => `POST /api/v1/games/crash/bets/${id}/cash-out`;

/** Places a bet that must be accepted; returns its id. */
export async function placed(owner: Owner, player: PlayerId, stake: string, auto?: string): Promise<string> {
  const answer = await owner.call(bets, player, { stake, ...(auto === undefined ? {} : { auto_cash_out: auto }) });
  expect(answer).toMatchObject({ status: 201, body: { data: { status: "open", payout: "0" } } });
  return answer.body.data.id;
}

export const newKey = (): Uuid => randomUUID() as string as Uuid;
export const rub = (units: number): bigint => BigInt(Math.round(units * 100)) * 10_000n;

export function testFlights(
  points: readonly number[] = [],
  wrap: (wallet: WalletModel) => WalletModel = wallet => wallet,
) {
  const clock = manualClock();
  const model = createWalletModel({ now: clock.now });
  const wallet = wrap(model);
  const store = createMemoryCrashStore();
  const lock = createMemoryLock();
  const sequences = testSequences(points);
  const sessions = new Map<string, Session>();
  const hidden = new Set<PlayerId>();
  /** Every byte that left any owner: answers, snapshots, events. */
  const outbound: string[] = [];

  function owner(): Owner {
    const failpoints = armedFailpoints();
    const host = { clock, log: quietLog, metrics: quietMetrics, failpoints } as unknown as Host;
    const crash = createCrash(host, { wallet, sequences, desk: testDesk(host, { hidden }), store, lock, drainMs });
    const dispatcher = createDispatcher(crash.handlers ?? [], {
      authenticate: token => sessions.get(token) ?? null,
      limiter: { take: () => 0 },
      ...{ clock, log: quietLog, metrics: quietMetrics },
    });
    const sent: Outbound[] = [];
    const [channel] = crash.channels ?? [];
    channel?.bind((event, data) => {
      const text = JSON.stringify({ event, data });
      outbound.push(text);
      sent.push({ at: clock.monotonic(), event, data: JSON.parse(text).data, text });
    });
    return {
      failpoints,
      sent,
      async call(name, player, body = {}, key = newKey()) {
        const [method, path = ""] = name.split(" ");
        const [, id] = /bets\/([^/]+)\/cash-out$/.exec(path) ?? [];
        const route = `${method} ${id === undefined ? path : path.replace(id, ":id")}`;
        const mounted = must(
          dispatcher.calls.find(call => call.name === route),
          `no call ${route}`,
        );
        const caller = {
          token: player,
          locale: "en",
          ip: "",
          hostname: "",
          userAgent: "",
          cookies: {},
          headers: {},
        } as const;
        const call = new SocketCall(caller, key, "request", quietLog);
        const answer = await mounted.run(call, { params: { id }, query: {}, body });
        outbound.push(answer.text);
        return {
          status: answer.status,
          text: answer.text,
          body: answer.text === "" ? undefined : JSON.parse(answer.text),
        };
      },
      async snapshot(player) {
        const text = JSON.stringify(await channel?.snapshot(player ? (sessions.get(player) ?? null) : null));
        outbound.push(text);
        return JSON.parse(text);
      },
      async start() {
        await crash.start?.();
        await clock.advance(0);
      },
      drain: async () => crash.drain?.(),
      stop: async () => crash.stop?.(),
    };
  }

  return {
    ...{ clock, wallet: model, lock, store, owner, outbound, hidden },
    /** A player with this much real money. */
    async player(amount: bigint, currency: Currency = "RUB"): Promise<PlayerId> {
      const player = randomUUID() as string as PlayerId;
      sessions.set(player, { id: newKey(), player, currency, test: false });
      await model.open(modelTx, player, currency);
      const deposit = {
        owner: player,
        currency,
        amount: micros(amount),
        kind: "deposit" as const,
        reference: newKey(),
      };
      if (amount > 0n) await model.credit(modelTx, { ...deposit, from: depositsClearing("sandbox") });
      return player;
    },
    async balance(player: PlayerId, currency: Currency = "RUB"): Promise<bigint> {
      return (await model.balances(player)).find(balance => balance.currency === currency)?.real ?? 0n;
    },
    expectBooks: () => expectBooks(model),
  };
}

/** A story whose first round is betting, run by one owner. */
export async function opened(points: readonly number[], wrap?: (wallet: WalletModel) => WalletModel) {
  const story = testFlights(points, wrap);
  const owner = story.owner();
  await owner.start();
  const { owner: another, ...rest } = story;
  return { ...rest, owner, another };
}

/** Each bet has one stake and at most one end; what is in play is the stakes of open bets; no purse is below zero. */
async function expectBooks(model: WalletModel): Promise<void> {
  const counts = new Map<string, Record<string, number>>();
  let playing = 0n;
  for (const { owner, reference, kind, debit, credit, amount, balanceAfter } of model.transfers) {
    const name = `${owner}/${reference}`;
    const count = counts.get(name) ?? {};
    counts.set(name, { ...count, [kind]: (count[kind] ?? 0) + 1 });
    if (credit === inPlay("crash")) playing += amount;
    if (debit === inPlay("crash")) playing -= amount;
    expect(balanceAfter).toBeGreaterThanOrEqual(0n);
  }
  for (const count of counts.values()) {
    if (!count.stake) continue;
    expect(count.stake).toBe(1);
    expect((count.settle ?? 0) + (count.void ?? 0)).toBeLessThanOrEqual(1);
    expect(count.payout ?? 0).toBeLessThanOrEqual(count.settle ?? 0);
  }
  let open = 0n;
  for (let round = 1n; round < 20n; round++) for (const bet of await model.openBets("crash", round)) open += bet.stake;
  expect(playing).toBe(open);
}
