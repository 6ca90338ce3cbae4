import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import type { Operator } from "#kit/http/handler.ts";
import { formatAmount, type Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { type PlayerId, parseUuid, type Uuid } from "#kit/std/brand.ts";
import { type Accounts, type NamedPlayer, namesOf } from "#modules/accounts/server/index.ts";
import type { CoinOffice, MinedOrder } from "#modules/crypto/server/index.ts";
import { coins, showUnits } from "#modules/crypto/shared/coins.ts";
import { harmStore } from "#modules/harm/server/index.ts";
import {
  isQuestionOpen,
  type Payments,
  type PayoutClaim,
  type PayoutQuestion,
  type QueuedPayout,
  type Timeline,
} from "#modules/payments/server/index.ts";
import { moneyOnDays, playedOnDays } from "#modules/projections/server/index.ts";
import { pricesOfPastDays } from "#modules/rates/server/index.ts";
import { converted } from "#modules/rates/shared/day-prices.ts";
import { riskStore } from "#modules/risk/server/index.ts";
import type { PayoutRowView, TimelineView } from "./contract.ts";

const dayMs = 86_400_000;
/** Today (UTC) and the days before. */
const countedDays = 30;
const shown: Currency = "EUR";

interface Needs {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly payments: Pick<Payments, "office">;
  readonly coins: Pick<CoinOffice, "mined">;
}

/** Payouts with what an operator weighs before a decision, each source read once. */
export async function payoutViews(needs: Needs, rows: readonly QueuedPayout[], me: Operator): Promise<PayoutRowView[]> {
  const { db, clock } = needs.host;
  const { office } = needs.payments;
  const ids = rows.map(({ id }) => id);
  const players = [...new Set(rows.map(({ playerId }) => playerId))];
  const today = Math.floor(clock.now() / dayMs);
  const now = new Date(clock.now());
  const [named, mined, claims, questions, shared, prices, wagered, risk, harm] = await Promise.all([
    namesOf(needs, players),
    needs.coins.mined(ids),
    office.claimsOf(ids),
    office.questionsOf(ids),
    office.othersWithSame(ids),
    pricesOfPastDays(db, [today]),
    wageredOf(db, players, today),
    me.permissions.has("risk.read") ? riskStore.scoresOf(db, players) : undefined,
    me.permissions.has("harm.read") ? harmStore.scoresOf(db, players) : undefined,
  ]);
  return rows.map(row => {
    const { id, playerId, amount, currency } = row;
    const worth = converted({ amount, currency }, shown, prices.get(today));
    return Object.assign(rowView(row, named(playerId), me, mined.get(id)), {
      claim: claimView(claims.get(id), me),
      question: questionView(
        questions.find(({ payout }) => payout === id),
        now,
      ),
      worth: worth === undefined ? null : formatAmount(worth as Micros),
      shared_with: shared.get(id) ?? 0,
      wagered: wagered(playerId),
      risk: risk ? (risk.get(playerId) ?? 0) : null,
      harm: harm ? (harm.get(playerId) ?? 0) : null,
    });
  });
}

const claimView = (claim: PayoutClaim | undefined, { id }: Operator): PayoutRowView["claim"] =>
  claim ? { name: claim.name, own: claim.operator === id, until: claim.until.toISOString() } : null;

function questionView(question: PayoutQuestion | undefined, now: Date): PayoutRowView["question"] {
  if (!question) return null;
  const { topic, askedName, askedAt, until, endedAt, answer } = question;
  return {
    topic,
    by: askedName,
    at: askedAt.toISOString(),
    open: isQuestionOpen(question, now),
    until: until.toISOString(),
    answered_at: answer === null ? null : (endedAt?.toISOString() ?? null),
    answer,
  };
}

/** Stakes of the last days as a percentage of deposits, at the prices of each day; null where nothing was deposited or a price is missing. */
async function wageredOf(db: Host["db"], players: readonly PlayerId[], today: number) {
  const from = today - countedDays + 1;
  const day = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10);
  const [money, played] = await Promise.all([
    moneyOnDays(db, players, from),
    playedOnDays(db, players, { from: day(from), to: day(today) }),
  ]);
  const prices = await pricesOfPastDays(db, [...new Set([...money, ...played].map(each => each.day))]);
  const total = (sums: readonly { readonly day: number; readonly currency: Currency; readonly amount: bigint }[]) =>
    sums.reduce<bigint | undefined>((sum, { day: at, ...each }) => {
      const worth = each.amount === 0n ? 0n : converted(each, shown, prices.get(at));
      return sum === undefined || worth === undefined ? undefined : sum + worth;
    }, 0n);
  return (player: PlayerId): number | null => {
    const mine = <T extends { readonly playerId: PlayerId }>(rows: readonly T[]) =>
      rows.filter(({ playerId }) => playerId === player);
    const deposited = total(mine(money).map(row => ({ day: row.day, currency: row.currency, amount: row.deposits })));
    const staked = total(mine(played).map(row => ({ day: row.day, currency: row.currency, amount: row.realStaked })));
    if (!deposited || staked === undefined) return null;
    return Number((staked * 100n) / deposited);
  };
}

type DecidedOn = "claim" | "question" | "worth" | "shared_with" | "wagered" | "risk" | "harm";

function rowView(
  row: QueuedPayout,
  player: NamedPlayer,
  me: Operator,
  mined: MinedOrder | undefined,
): Omit<PayoutRowView, DecidedOn> {
  const { id, currency, method, label, status, approvalsNeeded, approvals } = row;
  return {
    id,
    player,
    currency,
    amount: formatAmount(row.amount),
    method,
    label,
    status,
    approvals_needed: approvalsNeeded,
    created_at: row.createdAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
    waits_for: [...row.waitsFor],
    approved_at: row.approvedAt?.toISOString() ?? null,
    approvals: approvals.map(({ operatorName, approvedAt }) => ({ operator: operatorName, at: approvedAt })),
    approved_by_me: approvals.some(({ operatorId }) => operatorId === me.id),
    mined: mined ? { tx_hash: mined.txHash, fee: showUnits(coins.eth, BigInt(mined.wei)) } : null,
  };
}

/** Where the next page begins. Fails with `validation_failed` (`cursor_invalid`). */
export function cursorOf(cursor: string | undefined): Uuid | null {
  if (cursor === undefined) return null;
  return parseUuid(cursor) ?? fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
}

export function timelineView({ steps, next }: Timeline): TimelineView {
  return {
    steps: steps.map(({ at, kind, by, action, outcome, amount, times, lastAt }) => ({
      at: at.toISOString(),
      kind,
      by: by ?? null,
      action: action ?? null,
      outcome: outcome ?? null,
      amount: amount === undefined ? null : formatAmount(amount),
      times: times ?? 1,
      last_at: lastAt?.toISOString() ?? null,
    })),
    next: next.map(({ what, at }) => ({ what, at: at?.toISOString() ?? null })),
  };
}
