import { Failure, fail } from "#kit/contract/error-code.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { formatAmount, type Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { readBettingEvents } from "#modules/odds/server/index.ts";
import type { Slip, SlipBooks, SlipEdits, SlipRevision } from "#modules/wallet/server/index.ts";
import { cashOutUnavailable } from "../shared/errors.ts";
import { slipLimits } from "../shared/slip-limits.ts";
import { type CashOutPart, cashOutByShare } from "../shared/slip-payout.ts";
import type { BuilderChances } from "./builder-chances.ts";
import { listRules, lockRule, removeRule, type StoredRule } from "./cash-out-rules.ts";
import { currentOffer, offersNow } from "./current-offer.ts";
import { delayOf } from "./live-delay.ts";
import { slipNameText } from "./trading/store.ts";

/** The player's notice of a cash-out by a rule; commits with `tx`. */
export interface CashOutNotice {
  readonly player: PlayerId;
  readonly kind: "cashed_out_by_rule";
  readonly data: { readonly amount: string; readonly currency: Currency };
  readonly source: string;
}

export interface RuleRunNeeds {
  readonly host: Pick<Host, "db" | "clock" | "log">;
  readonly wallet: Pick<SlipEdits, "closeSlip"> & { readonly slipBooks: SlipBooks };
  readonly chances: BuilderChances;
  notify(tx: Tx, notice: CashOutNotice): Promise<void>;
}

export interface CashOutRules {
  /** Compares every rule with the offer of its slip. Run by one process, about once a second. */
  run(): Promise<void>;
}

/** Rules that are read at once. */
const pageSize = 200;

/**
 * Cashes slips out at the offers that their players have set. An offer has to stand for the delay of the slip's live legs, as with a
 * cash-out by hand; what is paid is the offer at the end, read again under the locks of the feed's rows.
 */
export function createCashOutRules(needs: RuleRunNeeds): CashOutRules {
  /** Since when the offer of a slip has been where its rule waits for it, by the id of the rule. */
  let reached = new Map<string, number>();
  return {
    async run() {
      const still = new Map<string, number>();
      let after: StoredRule | undefined;
      for (;;) {
        const rules = await listRules(needs.host.db, after, pageSize);
        await runPage(needs, rules, reached, still);
        after = rules.at(-1);
        if (rules.length < pageSize) break;
      }
      reached = still;
    },
  };
}

async function runPage(
  needs: RuleRunNeeds,
  rules: readonly StoredRule[],
  reached: ReadonlyMap<string, number>,
  still: Map<string, number>,
): Promise<void> {
  if (rules.length === 0) return;
  const { db, clock, log } = needs.host;
  const slips = await needs.wallet.slipBooks.named(rules);
  const open = [...slips.values()].filter(({ status }) => status === "open");
  const [offers, events] = await Promise.all([
    offersNow(db, needs.chances, open, clock.now()),
    readBettingEvents(db, [...new Set(open.flatMap(({ legs }) => legs.map(({ event }) => event)))]),
  ]);
  for (const rule of rules) {
    const slip = slips.get(slipNameText(rule));
    try {
      const made = slip && (await madeBy(needs, rule, slip));
      const isOpen = slip?.status === "open" && made === undefined;
      const since = reached.get(rule.id) ?? clock.now();
      const delayMs = delayOf(slip?.legs.flatMap(({ event }) => events.get(event) ?? []) ?? []);
      if (isOpen && !isReached(rule, offers.get(slip.key))) continue;
      if (isOpen && clock.now() - since < delayMs) still.set(rule.id, since);
      else await finish(needs, rule, slip, made);
    } catch (error) {
      log.error({ err: error, rule: rule.id }, "a cash-out rule failed");
    }
  }
}

function isReached({ direction, offer: wanted }: StoredRule, offer: Micros | undefined): boolean {
  if (offer === undefined) return false;
  return direction === "up" ? offer >= wanted : offer <= wanted;
}

/** What the rule has paid: a process ended before it could remove it. */
async function madeBy({ wallet }: RuleRunNeeds, { id }: StoredRule, slip: Slip): Promise<Micros | undefined> {
  if (slip.revision === 0) return undefined;
  const revisions = await wallet.slipBooks.revisions(slip.player, [slip.key]);
  return revisions.find(each => each.id === id)?.payout;
}

/** Makes the cash-out unless it is made, and removes the rule with its notice. A slip that has ended otherwise leaves none. */
async function finish(
  needs: RuleRunNeeds,
  rule: StoredRule,
  slip: Slip | undefined,
  made: Micros | undefined,
): Promise<void> {
  await needs.host.db.tx(async tx => {
    if (!(await lockRule(tx, rule.id))) return;
    const isOver = slip?.status !== "open";
    const paid = made ?? (isOver ? undefined : await cashOut(needs, rule, slip));
    if (paid === undefined && !isOver) return;
    await removeRule(tx, rule);
    if (!slip || paid === undefined) return;
    const data = { amount: formatAmount(paid), currency: slip.currency };
    await needs.notify(tx, {
      player: rule.player,
      kind: "cashed_out_by_rule",
      data,
      source: `cash_out_rule:${rule.id}`,
    });
  });
}

/** What it paid; undefined where the offer is no longer where the rule waits for it, or another revision came first. */
async function cashOut(
  { host, wallet, chances }: RuleRunNeeds,
  rule: StoredRule,
  slip: Slip,
): Promise<Micros | undefined> {
  let paid: Micros | undefined;
  const close = async (tx: Queryable): Promise<SlipRevision> => {
    const offer = await currentOffer(chances, tx, slip, host.clock.now());
    if (offer === undefined || !isReached(rule, offer)) fail(cashOutUnavailable);
    const part = partOf(slip, offer, rule.share);
    if (part.paid === 0n) fail(cashOutUnavailable);
    paid = part.paid;
    const cause = { reason: "cashed_out_by_rule" };
    return { slip: slip.key, after: slip.revision, id: rule.id, cause, result: { kind: "cashed_out", ...part } };
  };
  try {
    const answer = await wallet.closeSlip({ player: slip.player, slip: slip.key, id: rule.id, close });
    return answer.kind === "revised" && !answer.replayed ? paid : undefined;
  } catch (error) {
    if (error instanceof Failure && error.error === cashOutUnavailable) return undefined;
    throw error;
  }
}

/** All of it where less than the smallest slip would be left: another part was cashed out since the rule was set. */
function partOf({ stake, closed, currency }: Slip, offer: Micros, share: number): CashOutPart {
  const open = (stake - closed) as Micros;
  const part = cashOutByShare(open, offer, share);
  const rest = open - part.closed;
  return rest > 0n && rest < slipLimits[currency].minSlip ? cashOutByShare(open, offer, 100) : part;
}
