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
import { askTaxRule, taxRules } from "#modules/reporting/server/index.ts";
import { type Operator, operatorIn } from "./jackpots.ts";
import { unlessThere, uuidOf } from "./once.ts";
import { demoPassword } from "./personas.ts";

/** Test accounts that played yesterday and not since; their logins are not printed. */
export const yesterdayAccounts = [
  { email: "yesterday-first@demo.example", currency: "KZT", start: "200000", stake: "4000", limit: "50000" },
  { email: "yesterday-second@demo.example", currency: "EUR", start: "400", stake: "8", limit: "100" },
] as const;
const rolls = 8;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * A day that is over, so that the reports of days have one: test accounts play by the same calls as anybody, on a clock that says yesterday, and
 * the day is closed. Once, on the first start.
 */
export async function playYesterday(host: Host): Promise<void> {
  const { rowCount } = await host.db.query("SELECT FROM projections.closed_days LIMIT 1");
  if (rowCount === 1) return;
  const { past, pass, endPast } = yesterdayOf(host);
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
    // An account that an interrupted start opened stays as it is.
    for (const account of yesterdayAccounts)
      await unlessThere("validation_failed", () => play({ past, modules, api, asks, books, pass }, account));
    endPast();
    await taxCountry(past, modules, asks, books);
    await modules.projections.foldNow();
    await modules.projections.closeDays();
  } finally {
    // The lanes' connections among them.
    for (const module of modules.all) await module.stop?.();
  }
}

/** The host six hours before the last midnight of the reporting zone; `pass` moves its clock on, `endPast` sets it to the real time. */
function yesterdayOf(host: Host) {
  const now = host.clock.now();
  const [hours, minutes] = wallOf(now, host.config.REPORTING_ZONE).slice(11, 16).split(":").map(Number);
  let at = now - (required(hours, "hours") * 60 + required(minutes, "minutes")) * minuteMs - 6 * hourMs;
  const clock = { ...host.clock, now: () => at };
  const pass = (ms: number) => {
    at += ms;
  };
  const endPast = () => {
    at = host.clock.now();
  };
  const past: Host = { ...host, clock, ids: uuidIds(clock, host.random) };
  return { past, pass, endPast };
}

interface Yesterday {
  readonly past: Host;
  readonly modules: Modules;
  readonly api: TestApi;
  readonly asks: Operator;
  readonly books: Operator;
  readonly pass: (ms: number) => void;
}

async function play(day: Yesterday, account: (typeof yesterdayAccounts)[number]): Promise<void> {
  const { past, modules, api, pass } = day;
  const { email, currency, start, stake, limit } = account;
  const player = await modules.accounts.registerTestAccount({ email, password: demoPassword, currency });
  await endow(day, { player, currency, start, key: keyOf(`${email} starts`) });
  const entered = await api.call("POST /api/v2/auth/login/email/password", {
    body: { email, password: demoPassword },
  });
  const token: string = entered.body.token;
  const call = async (name: string, body: object, key?: string) => {
    pass(minuteMs);
    const { status, text } = await api.call(name, { token, body, ...(key !== undefined && { key }) });
    if (status >= 300) throw new Error(`${email}: ${name} was refused: ${status} ${text}`);
  };
  await api.call("GET /api/v1/fairness/seeds", { token });
  await call("PUT /api/v1/fairness/client-seed", { client_seed: "yesterday" });
  await call("PUT /api/v1/limits", { currency, loss_limit: limit });
  for (let roll = 0; roll < rolls; roll++)
    await call(
      "POST /api/v1/games/dice/bets",
      { stake, direction: "over", target: roll % 3 === 0 ? "79.99" : "49.99" },
      keyOf(`${email} rolls ${roll}`),
    );
  await modules.projections.foldNow([player]);
  await call("POST /api/v1/rewards/rakeback", { currency }, keyOf(`${email} collects`));
  await call("POST /api/v1/limits/time-out", { days: 1 });
  past.log.debug({ email }, "played yesterday");
}

/** Money to play with: a correction that one operator asks for and another one books. */
async function endow(
  { past, modules, asks, books }: Yesterday,
  { player, currency, start, key }: { player: PlayerId; currency: Currency; start: string; key: string },
): Promise<void> {
  const reason = "Money of the demo";
  await past.db.tx(async tx => {
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

/** A tax of the accounts' country, which no law says: finance asks, an owner approves. */
async function taxCountry(host: Host, { approvals }: Modules, asks: Operator, books: Operator): Promise<void> {
  const country = host.config.GEO_PRIVATE_COUNTRY;
  if (country === undefined || (await taxRules(host.db)).length > 0) return;
  const rule = {
    country,
    product: "casino",
    base: "ggr",
    rate: 1_000,
    deductsBonuses: false,
    since: `${wallOf(host.clock.now() - 40 * 24 * hourMs, "UTC").slice(0, 7)}-01`,
    law: "A rate of the demo, of no law",
  } as const;
  await host.db.tx(async tx => {
    const { id } = await askTaxRule(approvals, tx, { ...rule, reason: "Tax of the demo" }, asks);
    const { rows } = await tx.query<{ hash: Uint8Array }>(
      "SELECT payload_hash AS hash FROM approvals.requests WHERE id = $1",
      [id],
    );
    const by = { id: books.id, name: books.name, role: "owner", address: null, requestId: null };
    await approvals.approve(tx, id, required(rows[0], "just asked").hash, by);
  });
}

const keyOf = (step: string) => uuidOf(createHash("sha256").update(`demo ${step}`).digest());
