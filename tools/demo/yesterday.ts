import { required } from "#kit/std/invariant.ts";
import { wallOf } from "#kit/std/wall-time.ts";
import { askTaxRule, taxRules } from "#modules/reporting/server/index.ts";
import { unlessThere } from "./once.ts";
import { endow, keyOf, type Past } from "./past.ts";
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
 * A day that is over, so that the reports of days have one: test accounts play by the same calls as anybody, on a clock that says yesterday. Once, on the first start.
 */
export async function playYesterday(past: Past): Promise<void> {
  past.moveTo(past.midnightMs() - 6 * hourMs);
  // An account that an interrupted start opened stays as it is.
  for (const account of yesterdayAccounts) await unlessThere("validation_failed", () => play(past, account));
}

async function play(day: Past, account: (typeof yesterdayAccounts)[number]): Promise<void> {
  const { host, modules, api, pass } = day;
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
  host.log.debug({ email }, "played yesterday");
}

/** A tax of the accounts' country, which no law says: finance asks, an owner approves. */
export async function taxCountry({ host, modules: { approvals }, asks, books }: Past): Promise<void> {
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
