import { createHash } from "node:crypto";
import { createModules, type Modules } from "#apps/server/modules.ts";
import type { Host } from "#kit/host/host.ts";
import { uuidIds } from "#kit/host/system.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { wallOf } from "#kit/std/wall-time.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type Operator, operatorIn } from "./jackpots.ts";
import { uuidOf } from "./once.ts";

const minuteMs = 60_000;

/** The whole server on a clock that is set to moments before now: what accounts do there is done by the same calls as at any other time. */
export interface Past {
  readonly host: Host;
  readonly modules: Modules;
  readonly api: TestApi;
  readonly asks: Operator;
  readonly books: Operator;
  /** The last midnight of the reporting zone, in milliseconds since 1970. */
  midnightMs(): number;
  moveTo(ms: number): void;
  pass(ms: number): void;
  /** To the real time. */
  end(): void;
}

export async function inThePast(host: Host, work: (past: Past) => Promise<void>): Promise<void> {
  let at = host.clock.now();
  const clock = { ...host.clock, now: () => at };
  const past: Host = { ...host, clock, ids: uuidIds(clock, host.random) };
  const modules = createModules(past);
  const api = await testApi(past, modules.all, modules.accounts.authenticate);
  const [asks, books] = [await operatorIn(host, "finance"), await operatorIn(host, "owner")];
  // It computes how much a bet of that day may win.
  const bets = required(
    modules.all.find(({ manifest }) => manifest.name === "bets"),
    "bets of our own games",
  );
  await bets.start?.();
  try {
    await work({
      host: past,
      modules,
      api,
      asks,
      books,
      midnightMs() {
        const now = host.clock.now();
        const [hours, minutes] = wallOf(now, host.config.REPORTING_ZONE).slice(11, 16).split(":").map(Number);
        return now - (required(hours, "hours") * 60 + required(minutes, "minutes")) * minuteMs;
      },
      moveTo(ms) {
        at = ms;
      },
      pass(ms) {
        at += ms;
      },
      end() {
        at = host.clock.now();
      },
    });
  } finally {
    // The lanes' connections among them.
    for (const module of modules.all) await module.stop?.();
  }
}

/** Money to play with: a correction that one operator asks for and another one books. */
export async function endow(
  { host, modules, asks, books }: Past,
  { player, currency, start, key }: { player: PlayerId; currency: Currency; start: string; key: string },
): Promise<void> {
  const reason = "Money of the demo";
  await host.db.tx(async tx => {
    const request = { key: key as Uuid, player, currency, amount: parseDecimal(start), reason };
    const { correction } = await modules.corrections.ask(tx, request, asks);
    await modules.corrections.book(tx, correction.id, books);
    const by = { id: books.id, name: books.name, role: "owner", address: null, requestId: null };
    await modules.audit.record(tx, by, {
      action: "correction.book",
      subject: `correction:${correction.id}`,
      reason,
      after: { player, amount: start, currency, asked_by: asks.name },
    });
  });
}

/** The key of a step, the same in each run of the demo. */
export const keyOf = (step: string) => uuidOf(createHash("sha256").update(`demo ${step}`).digest());
