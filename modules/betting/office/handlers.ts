import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { RouteInput } from "#kit/contract/route.ts";
import type { Tx } from "#kit/db/db.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import { idOf } from "#modules/accounts/server/index.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import { act } from "#modules/audit/server/index.ts";
import { readTradedEvents, readTradedMarket } from "#modules/odds/server/index.ts";
import type { MarketTerms, OwnPrice } from "#modules/odds/shared/market-terms.ts";
import type { TradingOffice } from "../server/index.ts";
import { namesView } from "../server/office/market-views.ts";
import { readAlerts } from "../server/office/read-alerts.ts";
import { readEventList, readEventPage } from "../server/office/read-events.ts";
import { readPlayerPage } from "../server/office/read-player.ts";
import { readQueue } from "../server/office/read-queue.ts";
import { listTradedSlips, readSlipPage } from "../server/office/read-slips.ts";
import { changeDelay } from "../server/trading/change-delay.ts";
import { changeFactor } from "../server/trading/change-player-factor.ts";
import { changeTerms } from "../server/trading/change-terms.ts";
import { askToCorrect } from "../server/trading/decide-correction.ts";
import { askToLift, hold } from "../server/trading/hold-market.ts";
import type { Decided, TradingNeeds } from "../server/trading/needs.ts";
import { askToSettle } from "../server/trading/settle-by-hand.ts";
import { askToVoidError } from "../server/trading/void-palpable-error.ts";
import { askToVoidSlip } from "../server/trading/void-slip.ts";
import { askToWaive } from "../server/trading/waive-debt.ts";
import { readPrice } from "../shared/read-slip.ts";
import { readSettlementQueue, readTradedEvent, readTradingAlerts, readTradingEvents } from "./contract.ts";
import {
  changeLiveDelay,
  changeMarketTerms,
  changePlayerFactor,
  decideCorrection,
  holdBetting,
  liftBettingHold,
  settleMarket,
  voidPalpableError,
  voidTradedSlip,
  waiveSlipDebt,
} from "./decision-contract.ts";
import { readTradedPlayer } from "./player-contract.ts";
import { readTradedSlip, readTradedSlips } from "./slip-contract.ts";

interface Needs {
  readonly betting: TradingOffice;
  readonly people: Accounts["people"];
  readonly approvals: Pick<Approvals, "list">;
}

/** Trading: what is read, what one trader does, and what they ask another for. */
export function tradingHandlers({ betting, people, approvals }: Needs): readonly Handler[] {
  const { trading } = betting;
  const needs = { trading, people, approvals };
  return [
    handle(readTradingEvents, async ({ input: { query } }) => ({ data: await readEventList(needs, query) })),
    handle(readTradingAlerts, async () => ({ data: await readAlerts(needs) })),
    handle(readTradedEvent, async ({ operator, input: { params } }) => ({
      data: await readEventPage(needs, params.id, operator.permissions),
    })),
    handle(readSettlementQueue, async ({ operator }) => ({
      data: await readQueue(needs, operator.permissions),
    })),
    handle(readTradedPlayer, async ({ input: { params } }) => ({
      data: await readPlayerPage(needs, params.id as PlayerId),
    })),
    handle(readTradedSlips, async ({ input: { query } }) => ({ data: await listTradedSlips(needs, query) })),
    handle(readTradedSlip, async ({ operator, input: { params } }) => ({
      data: await readSlipPage(needs, params.id, operator.permissions),
    })),
    ...marketHandlers(trading),
    ...resultHandlers(trading),
  ];
}

const answerOf = ({ request, auditAction }: Decided) => ({
  answer: { data: { request: request?.id ?? null, expires_at: request?.expiresAt.toISOString() ?? null } },
  auditAction,
});

/** Holds, terms, delays and factors. */
function marketHandlers(trading: TradingNeeds): readonly Handler[] {
  const host = trading.host as Parameters<typeof act>[0];
  return [
    act(host, holdBetting, async (tx, { operator, input: { body } }) => {
      const { level, id, hold: to, reason } = body;
      return answerOf(await hold(trading, tx, { level, id }, to, reason, operator));
    }),
    act(host, liftBettingHold, async (tx, { operator, input: { body } }) => {
      const { level, id, reason } = body;
      const name = level === "producer" ? id : await titleOf(tx, level, id);
      return answerOf(await askToLift(trading, tx, { level, id, name }, reason, operator));
    }),
    act(host, changeMarketTerms, async (tx, { operator, input: { params, body } }) => {
      const match = await titleOf(tx, "market", params.id);
      const change = { market: BigInt(params.id), match, terms: termsOf(body) };
      return answerOf(await changeTerms(trading, tx, change, body.reason, operator));
    }),
    act(host, changeLiveDelay, async (tx, { operator, input: { params, body } }) => {
      const match = await titleOf(tx, "event", params.id);
      const change = { event: params.id, match, addedS: body.added_s };
      return answerOf(await changeDelay(trading, tx, change, body.reason, operator));
    }),
    act(host, changePlayerFactor, async (tx, { operator, input: { params, body } }) => {
      const change = { player: idOf(params.id) as string as PlayerId, factor: thousandths(body.factor) };
      return answerOf(await changeFactor(trading, tx, change, body.reason, operator));
    }),
  ];
}

/** What money and results depend on: always two people. */
function resultHandlers(trading: TradingNeeds): readonly Handler[] {
  const host = trading.host as Parameters<typeof act>[0];
  return [
    act(host, settleMarket, async (tx, { operator, input: { params, body } }) => {
      const { decision, ends, decided_at, reason } = body;
      const match = await titleOf(tx, "market", params.id);
      const decidedAt = decided_at === undefined ? undefined : Date.parse(decided_at);
      const settlement = { market: BigInt(params.id), match, decision, ends, decidedAt };
      return answerOf(await askToSettle(trading, tx, settlement, reason, operator));
    }),
    act(host, voidPalpableError, async (tx, { operator, input: { params, body } }) => {
      const { outcome, from, to, fair_price, reason } = body;
      const error = {
        market: BigInt(params.id),
        match: await titleOf(tx, "market", params.id),
        outcome,
        from: new Date(from),
        to: new Date(to),
        fairPrice: fair_price === undefined ? null : priceOf(fair_price),
      };
      return answerOf(await askToVoidError(trading, tx, error, reason, operator));
    }),
    act(host, voidTradedSlip, async (tx, { operator, input: { params, body } }) =>
      answerOf(await askToVoidSlip(trading, tx, params.id, body.reason, operator)),
    ),
    act(host, waiveSlipDebt, async (tx, { operator, input: { params, body } }) =>
      answerOf(await askToWaive(trading, tx, params.id, body.reason, operator)),
    ),
    act(host, decideCorrection, async (tx, { operator, input: { params, body } }) =>
      answerOf(await askToCorrect(trading, tx, idOf(params.id), body.decision, body.reason, operator)),
    ),
  ];
}

const thousandths = (text: string) => Math.round(Number(text) * 1000);
const priceOf = (text: string) => required(readPrice(text), "checked by the contract");

function termsOf(body: RouteInput<typeof changeMarketTerms>["body"]): MarketTerms {
  const { prices = [], power, max_win, cap } = body;
  const own = prices.map(({ outcome, kind, price, until }): readonly [string, OwnPrice] => [
    outcome,
    { kind, price: priceOf(price), until: Date.parse(until) },
  ]);
  return {
    ...(own.length > 0 && { prices: Object.fromEntries(own) }),
    ...(power !== undefined && thousandths(power) < 1000 && { power: thousandths(power) }),
    ...(max_win !== undefined && { maxWin: String(parseDecimal(max_win)) }),
    ...(cap !== undefined && { cap: String(parseDecimal(cap)) }),
  };
}

/** The name of an event, or of a market's, as requests show it. Fails with `not_found`. */
async function titleOf(tx: Tx, level: "event" | "market", id: string): Promise<string> {
  const isMarket = level === "market" && /^[1-9][0-9]{0,17}$/.test(id);
  const market = isMarket ? await readTradedMarket(tx, BigInt(id), new Date(0)) : undefined;
  const [event] = await readTradedEvents(tx, [level === "event" ? id : (market?.event ?? "")]);
  if (!event) return fail(notFound);
  return namesView(event.sport, event.fixture).title;
}
