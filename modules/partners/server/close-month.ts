import { createHash } from "node:crypto";
import { Failure } from "#kit/contract/error-code.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { formatAmount, micros, parseDecimal } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { canonicalJson } from "#kit/std/json.ts";
import { tryEach } from "#kit/std/try-each.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import { account } from "#modules/ledger/shared/chart.ts";
import { recalledDeposits } from "#modules/payments/server/index.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import type { StatementContent } from "../shared/contract.ts";
import { addLines, commissionOf, type Lines, lineNames, type MonthResult, noLines } from "../shared/statement.ts";
import { flaggedPlayers } from "./flag-store.ts";
import { dateOf, dayOf, daysOf, monthBefore, monthOf, nextMonth } from "./months.ts";
import { type CpaRow, cpasOf, decideCpa, firstDepositsOf, playersOf, type ReferredPlayer } from "./player-store.ts";
import { type DayLines, depositedOf, type FeeGames, readLines } from "./read-month.ts";
import { insertStatement, type StatementRow, statementsOf } from "./statement-store.ts";
import { approvedPartners, lockPartner, type PartnerRow, type PlanRow, partnerById, plansOf } from "./store.ts";
import { areSubsClosed, type SubCommission, subCommissions, withAccount } from "./sub-partners.ts";
import { planViewOf } from "./views.ts";

export interface StatementNeeds {
  readonly host: Pick<Host, "db" | "clock" | "ids" | "failpoints" | "log">;
  readonly wallet: Pick<Wallet, "move">;
  readonly feeGames: FeeGames;
  readonly people: Pick<Accounts["people"], "of">;
}

/** A month is closed a day after its end: by then all its transfers have been read. */
const restMs = 86_400_000;

/** Everything that a month's statement says, and what it is computed from. */
export interface Month {
  readonly partner: PartnerRow;
  readonly month: string;
  readonly plan: PlanRow;
  readonly days: readonly DayLines[];
  readonly totals: Lines;
  readonly registrations: number;
  readonly firstDeposits: number;
  readonly players: number;
  readonly excluded: number;
  readonly cpas: readonly CpaRow[];
  /** Undefined under a plan that pays nothing for sub-partners. */
  readonly subs: readonly SubCommission[] | undefined;
  readonly carriedIn: bigint;
  readonly result: MonthResult;
}

/** The plan by which a month counts; undefined before the first. */
export function planOn(plans: readonly PlanRow[], month: string): PlanRow | undefined {
  return plans.findLast(({ fromMonth }) => fromMonth <= month);
}

/** Who counted for the partner at a moment: without those who were excluded by then. */
function countedAt(players: readonly ReferredPlayer[], at: Date, before: number) {
  const registered = players.filter(({ registeredAt }) => dayOf(registeredAt.getTime()) < before);
  const counted = registered.filter(({ excludedAt }) => excludedAt === null || excludedAt > at);
  return { counted, excluded: registered.length - counted.length };
}

/** A month as it is at `at`. `decided`: CPA as an earlier statement decided it, instead of those that are due. */
export async function readMonth(
  { feeGames }: Pick<StatementNeeds, "feeGames">,
  on: Queryable,
  partner: PartnerRow,
  month: string,
  { at, decided }: { readonly at: Date; readonly decided: boolean },
): Promise<Month | undefined> {
  const plan = planOn(await plansOf(on, partner.id), month);
  if (!plan) return undefined;
  const { first, next } = daysOf(month);
  const { counted, excluded } = countedAt(await playersOf(on, partner.id), at, next);
  const ids = counted.map(({ playerId }) => playerId);
  const days = await readLines(on, ids, { from: first, before: next, to: partner.currency, feeGames });
  const deposits = await firstDepositsOf(on, ids);
  const within = (day: number) => day >= first && day < next;
  const firstDeposits = [...deposits.values()].filter(within).length;
  const flagged = await flaggedPlayers(on, partner.id, "open");
  const all = await cpasOf(on, partner.id);
  const cpas = decided
    ? all.filter(cpa => cpa.state === "paid" && cpa.month === month)
    : all.filter(
        cpa => cpa.state === "held" && cpa.dueOn < next && ids.includes(cpa.playerId) && !flagged.has(cpa.playerId),
      );
  const clean = decided ? cpas : await withoutReturned(on, partner, cpas, at);
  const carriedIn =
    (await statementsOf(on, partner.id)).find(each => each.month === monthBefore(month))?.carriedOut ?? 0n;
  const totals = days.reduce<Lines>((sum, { lines }) => addLines(sum, lines), noLines);
  const cpa = clean.reduce((sum, { amount }) => sum + amount, 0n);
  const subs = plan.plan.sub === undefined ? undefined : await subCommissions(on, partner, month, at);
  const input = { plan: plan.plan, lines: totals, firstDeposits, carriedIn, cpa, subs: baseOf(subs) };
  return {
    partner,
    month,
    plan,
    days,
    totals,
    registrations: counted.filter(({ registeredAt }) => within(dayOf(registeredAt.getTime()))).length,
    firstDeposits,
    players: ids.length,
    excluded,
    cpas: clean,
    subs,
    carriedIn,
    result: commissionOf(input),
  };
}

const baseOf = (subs: Month["subs"]): bigint => (subs ?? []).reduce((sum, each) => sum + each.converted, 0n);

/**
 * No commission is paid for players whose deposit was recalled, also where their balance has repaid it, and for those of whom refunds have left
 * less than the plan's deposit.
 */
async function withoutReturned(
  on: Queryable,
  { id, currency: to }: PartnerRow,
  cpas: readonly CpaRow[],
  at: Date,
): Promise<readonly CpaRow[]> {
  if (cpas.length === 0) return cpas;
  const recalled = await recalledDeposits(
    on,
    cpas.map(({ playerId }) => playerId),
  );
  const plans = await plansOf(on, id);
  const before = dayOf(at.getTime()) + 1;
  const due: CpaRow[] = [];
  for (const cpa of cpas.filter(({ playerId }) => !recalled.has(playerId))) {
    const { deposit } = required(planOn(plans, monthOf(cpa.qualifiedAt.getTime()))?.plan.cpa, "a plan with CPA");
    if ((await depositedOf(on, cpa.playerId, { from: 0, before, to })) >= parseDecimal(deposit)) due.push(cpa);
  }
  return due;
}

/** What a statement prints: nothing of a person, every figure that the commission is computed from. */
export function contentOf(month: Month): StatementContent {
  const { partner, plan, result } = month;
  return {
    partner: partner.code,
    month: month.month,
    currency: partner.currency,
    plan_number: plan.number,
    plan: planViewOf(plan.plan),
    players: month.players,
    excluded: month.excluded,
    registrations: month.registrations,
    first_deposits: month.firstDeposits,
    days: month.days.map(({ day, currency, own, lines }) => ({
      day: dateOf(day),
      currency,
      own: shown(own),
      lines: shown(lines),
    })),
    totals: shown(month.totals),
    net_revenue: formatAmount(result.netRevenue),
    carried_in: formatAmount(month.carriedIn),
    balance: formatAmount(result.balance),
    cap: formatAmount(result.cap),
    counted: formatAmount(result.counted),
    rate: result.rate,
    share: formatAmount(result.share),
    cpa_players: month.cpas.length,
    cpa: formatAmount(result.cpa),
    ...(month.subs && { sub_partners: subContentOf(month, month.subs) }),
    commission: formatAmount(result.commission),
    carried_out: formatAmount(result.carriedOut),
  };
}

function subContentOf({ plan, result }: Month, subs: readonly SubCommission[]) {
  return {
    rate: plan.plan.sub ?? 0,
    list: subs.map(({ code, currency, commission, converted }) => ({
      code,
      currency,
      commission: formatAmount(commission),
      converted: formatAmount(converted),
    })),
    base: formatAmount(baseOf(subs)),
    share: formatAmount(result.sub),
  };
}

function shown(lines: Lines): StatementContent["totals"] {
  return Object.fromEntries(lineNames.map(name => [name, formatAmount(lines[name])])) as StatementContent["totals"];
}

export const hashOf = (content: unknown): Uint8Array => createHash("sha256").update(canonicalJson(content)).digest();

/**
 * Closes every month that is over for a day and not closed yet, in order, of every partner whose account is open: others could not be paid. A
 * partner's month that cannot be closed does not keep those of others open; what is no {@link Failure} fails the run after them.
 */
export async function closeMonths(needs: StatementNeeds): Promise<void> {
  const partners = await withAccount(needs, needs.host.db, await approvedPartners(needs.host.db));
  await tryEach(invitedFirst(partners), async ({ id, code }) => {
    try {
      while (await needs.host.db.tx(tx => closeNext(needs, tx, id)));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      needs.host.log.warn({ err: error, partner: code }, "Failed to close a partner's month; retrying in an hour");
    }
  });
}

/** Sub-partners come before the partner who invited them, whose month needs theirs. */
export function invitedFirst<T extends Pick<PartnerRow, "id" | "invitedBy">>(partners: readonly T[]): readonly T[] {
  const inviterOf = new Map(partners.map(({ id, invitedBy }) => [id, invitedBy]));
  const depthOf = ({ invitedBy }: Pick<T, "invitedBy">) => {
    let depth = 0;
    for (let above = invitedBy; above; above = inviterOf.get(above) ?? null) depth += 1;
    return depth;
  };
  return partners.toSorted((a, b) => depthOf(b) - depthOf(a));
}

/** CLOSED: the oldest month that is not, with its commission booked in the same transaction. False when there is none. */
async function closeNext(needs: StatementNeeds, tx: Tx, id: Uuid): Promise<boolean> {
  const { host } = needs;
  const partner = await lockPartner(tx, id);
  const [first] = await plansOf(tx, id);
  if (!(partner && first)) return false;
  const last = (await statementsOf(tx, id))[0];
  const month = last ? nextMonth(last.month) : first.fromMonth;
  if (month >= monthOf(host.clock.now() - restMs)) return false;
  const at = new Date(host.clock.now());
  // What sub-partners were paid is known when their months are closed: in this run or the next.
  const paysSubs = planOn(await plansOf(tx, id), month)?.plan.sub !== undefined;
  if (paysSubs && !(await areSubsClosed(needs, tx, partner, month, at))) return false;
  const found = required(await readMonth(needs, tx, partner, month, { at, decided: false }), "a month with a plan");
  const content = contentOf(found);
  const row: StatementRow = {
    id: host.ids.next(),
    partnerId: id,
    month,
    planNumber: found.plan.number,
    currency: partner.currency,
    content,
    hash: hashOf(content),
    commission: micros(found.result.commission),
    carriedOut: found.result.carriedOut,
    closedAt: at,
  };
  await insertStatement(tx, row);
  await decideCpas(tx, found);
  if (row.commission > 0n) await book(needs, tx, row);
  host.failpoints.hit("partners.closed");
  return true;
}

/** Commissions that are due are paid by this statement or refused for good. Those of players with an open flag stay held. */
async function decideCpas(tx: Tx, { partner, month, cpas }: Month): Promise<void> {
  const paid = new Set(cpas.map(({ playerId }) => playerId));
  const { next } = daysOf(month);
  const flagged = await flaggedPlayers(tx, partner.id, "open");
  for (const { playerId, state, dueOn } of await cpasOf(tx, partner.id))
    if (state === "held" && dueOn < next && !flagged.has(playerId))
      await decideCpa(tx, playerId, paid.has(playerId) ? "paid" : "refused", month);
}

async function book({ wallet }: StatementNeeds, tx: Tx, { id, partnerId, currency, commission }: StatementRow) {
  const answer = await wallet.move(tx, {
    // A wallet of the partner, not of the account that signs in.
    owner: partnerId as unknown as PlayerId,
    currency,
    amount: commission,
    kind: "partner_commission",
    reference: id,
    from: account("affiliates"),
    to: account("partner"),
  });
  invariant(answer.kind === "moved" && !answer.replayed, "a commission is booked once");
}

/** Closed months whose hash differs when it is computed again from the figures at their close. Empty, unless data was changed afterwards. */
export async function differingMonths(needs: Pick<StatementNeeds, "feeGames">, on: Queryable, id: Uuid) {
  const partner = required(await partnerById(on, id), "a partner");
  const differing: string[] = [];
  for (const { month, hash, closedAt } of await statementsOf(on, id)) {
    const again = await readMonth(needs, on, partner, month, { at: closedAt, decided: true });
    if (!again || Buffer.compare(hashOf(contentOf(again)), hash) !== 0) differing.push(month);
  }
  return differing;
}
