import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { type DecidedMarket, readDecidedMarkets } from "#modules/odds/server/index.ts";
import type { Slip, SlipBooks, SlipName, SlipRevision, WalletSlips } from "#modules/wallet/server/index.ts";
import { type Judgement, judgeSlip } from "../shared/judge-slip.ts";
import type { LegState } from "../shared/leg-state.ts";
import { earlyPayoutLimit, riskDollars } from "../shared/risk-limits.ts";
import { causeOf, revisionOf } from "./revise-slip.ts";
import { judgedSlip, stateOfLeg } from "./slip-facts.ts";
import { countEarlyPayout, type DecidedRow, moveCursor, nextDecided, removeDecided } from "./store.ts";
import { type Correction, type HoldNeeds, withoutHeld } from "./trading/hold-corrections.ts";
import { readVoided, slipNameText } from "./trading/store.ts";

export interface SettleNeeds {
  readonly host: Pick<Host, "db" | "clock" | "ids" | "failpoints">;
  readonly wallet: Pick<WalletSlips, "reviseSlips"> & { readonly slipBooks: SlipBooks };
  readonly payouts: HoldNeeds["payouts"];
  /** Slips that are judged between two moves of the cursor. */
  readonly pageSize: number;
}

/** Attempts of one page; another is needed when a revision, such as a cash-out, came in between. */
const mostAttempts = 10;

/**
 * Judges every slip on the markets that were decided, until none waits. A slip with the right settlement is left alone, so a repeat
 * pays nothing and a kill anywhere is continued from the cursor. One process at a time.
 */
export async function settleSlips(needs: SettleNeeds): Promise<void> {
  for (;;) {
    const decided = await nextDecided(needs.host.db);
    if (!decided) return;
    await settleMarket(needs, decided);
  }
}

/** Reads and judges each page while the wallet revises the one before it. */
async function settleMarket(needs: SettleNeeds, decided: DecidedRow): Promise<void> {
  const { host } = needs;
  let page = await judgedPage(needs, decided.market, decided.after);
  for (;;) {
    const { last } = page;
    const [revised, next] = await Promise.allSettled([
      revisePage(needs, decided.market, page),
      last && judgedPage(needs, decided.market, last),
    ]);
    if (revised.status === "rejected") throw revised.reason;
    host.failpoints.hit("betting.settle.revised");
    if (next.status === "rejected") throw next.reason;
    if (!last || !next.value) return removeDecided(host.db, decided);
    // After another decision the slips are judged from the first on, so this page is out of date.
    if (!(await moveCursor(host.db, decided, last))) return;
    page = next.value;
  }
}

interface Page {
  readonly revisions: Revisions;
  /** Undefined when no slips follow. */
  readonly last: SlipName | undefined;
}

async function judgedPage(needs: SettleNeeds, market: bigint, after: SlipName | null): Promise<Page> {
  const names = await needs.wallet.slipBooks.onMarket(market, after, needs.pageSize);
  const last = names.length === needs.pageSize ? names.at(-1) : undefined;
  return { revisions: await judge(needs, market, names), last };
}

async function revisePage(needs: SettleNeeds, market: bigint, { revisions }: Page): Promise<void> {
  let outpaced = await revise(needs, revisions);
  for (let attempt = 1; outpaced.length > 0; attempt++) {
    if (attempt === mostAttempts) throw new Error(`slips on market ${market} kept changing`);
    outpaced = await revise(needs, await judge(needs, market, outpaced));
  }
}

type ByPlayer = ReadonlyMap<PlayerId, readonly SlipRevision[]>;

/** Singles that end make a batch of their own: the wallet revises such batches side by side. */
interface Revisions {
  readonly singles: ByPlayer;
  readonly others: ByPlayer;
}

/** The revisions of these slips whose judgement differs from their settlement. */
async function judge(needs: SettleNeeds, market: bigint, names: readonly SlipName[]): Promise<Revisions> {
  const { host, wallet } = needs;
  const singles = new Map<PlayerId, SlipRevision[]>();
  const others = new Map<PlayerId, SlipRevision[]>();
  if (names.length === 0) return { singles, others };
  const slips = [...(await wallet.slipBooks.named(names)).values()];
  const markets = await readDecidedMarkets(host.db, [
    ...new Set(slips.flatMap(slip => slip.legs.map(leg => leg.market))),
  ]);
  const voided = await readVoided(host.db, names);
  const judged = slips.flatMap(slip => correctionOf(slip, markets, voided, host.clock.now()));
  for (const each of await withoutHeld(needs, market, slips, judged)) {
    const revision = await revisionFor(needs, market, markets, each);
    if (!revision) continue;
    const byPlayer = each.slip.legs.length === 1 && revision.result.kind !== "reopened" ? singles : others;
    const { player } = each.slip;
    const known = byPlayer.get(player);
    if (known) known.push(revision);
    else byPlayer.set(player, [revision]);
  }
  host.failpoints.hit("betting.settle.judged");
  return { singles, others };
}

/** @returns the slips that were revised elsewhere meanwhile */
async function revise({ wallet }: SettleNeeds, { singles, others }: Revisions): Promise<readonly SlipName[]> {
  return [...(await reviseBatch(wallet, singles)), ...(await reviseBatch(wallet, others))];
}

async function reviseBatch(wallet: SettleNeeds["wallet"], byPlayer: ByPlayer): Promise<readonly SlipName[]> {
  const outpaced = await Promise.all(
    [...byPlayer].map(async ([player, revisions]) => {
      const answers = await wallet.reviseSlips(player, revisions);
      return revisions
        .filter((_, index) => answers[index]?.kind === "refused")
        .map(({ slip }) => ({ player, key: slip }));
    }),
  );
  return outpaced.flat();
}

interface JudgedCorrection extends Correction {
  readonly judgement: Judgement;
}

/** The settlement a slip should have, if it has another. */
function correctionOf(
  slip: Slip,
  markets: ReadonlyMap<bigint, DecidedMarket>,
  voided: ReadonlyMap<string, "by_hand" | "undone">,
  now: number,
): readonly JudgedCorrection[] {
  const states = slip.legs.map(leg => stateOfLeg(slip, leg, markets.get(leg.market), now));
  const voidedBy = voided.get(slipNameText(slip));
  const isVoided = voidedBy !== undefined;
  const judgement: Judgement = isVoided ? { kind: "voided", causes: ["by_hand"] } : judgeSlip(judgedSlip(slip, states));
  const isByHand = isVoided || states.some(isDecidedByHand);
  const revision = revisionOf(slip, judgement, isByHand);
  const reason = voidedBy === "undone" ? voidedBy : revision?.reason;
  return revision && reason ? [{ slip, judgement, isByHand, result: revision.result, reason }] : [];
}

function isDecidedByHand(state: LegState): boolean {
  return state.kind === "decided" && (state.cause === "by_hand" || state.cause === "palpable_error");
}

async function revisionFor(
  { host }: SettleNeeds,
  market: bigint,
  markets: ReadonlyMap<bigint, DecidedMarket>,
  { slip, judgement, result, reason }: JudgedCorrection,
): Promise<SlipRevision | undefined> {
  if (!(await isPayable(host, slip, judgement))) return undefined;
  return {
    slip: slip.key,
    after: slip.revision,
    id: host.ids.next(),
    cause: causeOf(reason, market, positionsOf(slip, markets)),
    result,
  };
}

function positionsOf({ legs }: Slip, markets: ReadonlyMap<bigint, DecidedMarket>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    legs.flatMap(({ event, market }) => {
      const position = markets.get(market)?.position;
      return position === undefined ? [] : [[event, Number(position)]];
    }),
  );
}

/** Whether a payout that rests on unconfirmed results is within what a player is paid early for each of the events. */
async function isPayable({ db }: SettleNeeds["host"], slip: Slip, judgement: Judgement): Promise<boolean> {
  if (judgement.kind !== "settled" || judgement.early.length === 0) return true;
  const { player, key, currency, legs } = slip;
  const usd = riskDollars(currency, judgement.payout);
  if (usd === 0n) return true;
  const events = [...new Set(judgement.early.flatMap(position => legs[position]?.event ?? []))];
  return db.tx(tx => countEarlyPayout(tx, { player, key }, events, usd, earlyPayoutLimit));
}
