import type { Host } from "#kit/host/host.ts";
import type { Operator } from "#kit/http/handler.ts";
import { formatAmount, type Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { type PersonRow, presenceOf } from "#modules/accounts/server/index.ts";
import { harmStore } from "#modules/harm/server/index.ts";
import { moneyOnDays } from "#modules/projections/server/index.ts";
import { pricesOfPastDays } from "#modules/rates/server/index.ts";
import { converted } from "#modules/rates/shared/day-prices.ts";
import { riskStore } from "#modules/risk/server/index.ts";
import { highestLevels } from "#modules/vip/server/index.ts";
import { balancesOf } from "#modules/wallet/server/index.ts";
import type { ListedPlayerView, PersonView } from "./contract.ts";

const dayMs = 86_400_000;
/** Today (UTC) and the days before. */
const countedDays = 30;
const shown: Currency = "EUR";

/** What lists show next to an account. Scores are left out for operators who may not read them. */
type PlayerFigures = Omit<ListedPlayerView, keyof PersonView>;

/** Figures of the players of one page, each source read once. */
export async function playerFigures(
  { db, clock }: Pick<Host, "db" | "clock">,
  players: readonly PlayerId[],
  { permissions }: Pick<Operator, "permissions">,
): Promise<(player: PlayerId) => PlayerFigures> {
  const now = clock.now();
  const [presence, levels, money, risk, harm] = await Promise.all([
    presenceOf(db, players, new Date(now)),
    highestLevels(db, players),
    moneyOf(db, players, Math.floor(now / dayMs)),
    permissions.has("risk.read") ? riskStore.scoresOf(db, players) : undefined,
    permissions.has("harm.read") ? harmStore.scoresOf(db, players) : undefined,
  ]);
  const scoreOf = (scores: typeof risk, player: PlayerId) => (scores ? (scores.get(player) ?? 0) : null);
  return player => ({
    country: presence.get(player)?.country ?? null,
    seen_at: presence.get(player)?.seenAt?.toISOString() ?? null,
    level: levels.get(player) ?? 0,
    ...money(player),
    risk: scoreOf(risk, player),
    harm: scoreOf(harm, player),
  });
}

/** Balances at the prices of today, deposits less withdrawals and what was lost at the prices of their days. A sum of which a price is missing is null. */
async function moneyOf(db: Host["db"], players: readonly PlayerId[], today: number) {
  const from = today - countedDays + 1;
  const [balances, days] = await Promise.all([balancesOf(db, players), moneyOnDays(db, players, from)]);
  const prices = await pricesOfPastDays(db, [today, ...days.map(({ day }) => day)]);
  const sums = new Map<string, bigint | undefined>();
  const add = (name: string, day: number, amount: bigint, currency: Currency) => {
    if (amount === 0n) return;
    const worth = converted({ amount, currency }, shown, prices.get(day));
    const before = sums.has(name) ? sums.get(name) : 0n;
    sums.set(name, worth === undefined || before === undefined ? undefined : before + worth);
  };
  for (const { playerId, currency, real } of balances) add(`${playerId} balance`, today, real, currency);
  for (const { playerId, currency, day, deposits, payouts, loss } of days) {
    add(`${playerId} deposits`, day, deposits - payouts, currency);
    add(`${playerId} ggr`, day, loss, currency);
  }
  const sum = (name: string) => {
    const found = sums.has(name) ? sums.get(name) : 0n;
    return found === undefined ? null : formatAmount(found as Micros);
  };
  return (player: PlayerId) => ({
    balance: sum(`${player} balance`),
    net_deposits: sum(`${player} deposits`),
    ggr: sum(`${player} ggr`),
  });
}

export function personView(row: PersonRow): PersonView {
  const { id, name, email, emailVerified, phone, phoneVerified, registerMethod, isTest, currency, locale } = row;
  return {
    id,
    name,
    email,
    email_verified: emailVerified,
    phone,
    phone_verified: phoneVerified,
    register_method: registerMethod,
    test: isTest,
    currency,
    locale,
    registered_at: row.registeredAt.toISOString(),
    closed_at: row.closedAt?.toISOString() ?? null,
    locked_at: row.lockedAt?.toISOString() ?? null,
    tags: [...row.tags],
  };
}
