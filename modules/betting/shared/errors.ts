import { errorCode } from "#kit/contract/error-code.ts";

export const badSystem = errorCode("bad_system", {
  status: 422,
  when: "the legs, folds or bankers do not make a slip of this kind: `data.field` names what is wrong",
});
export const relatedLegs = errorCode("related_legs", {
  status: 422,
  when: "two legs depend on each other, such as two of one event; `data.legs` has their positions",
});
export const feedDown = errorCode("feed_down", {
  status: 409,
  when: "the odds of a leg are not up to date because their source is silent; `data.legs` has the positions",
});
export const eventClosed = errorCode("event_closed", {
  status: 409,
  when: "the event of a leg is unknown, has ended, or has begun and has no live market; `data.legs` has the positions",
});
export const marketSuspended = errorCode("market_suspended", {
  status: 409,
  when: "the market of a leg is suspended, settled or does not exist; `data.legs` has the positions, `data.changed` those of live legs whose event had a goal, card or other decisive incident since the request",
});
export const eventChanged = errorCode("event_changed", {
  status: 409,
  when: "a goal, card or other decisive incident happened between the request and its acceptance; `data.legs` has the positions",
});
export const oddsChanged = errorCode("odds_changed", {
  status: 409,
  when: "the price of a leg changed in a way that the policy of the slip does not accept; `data.legs` has position and current price",
});
export const limitExceeded = errorCode("limit_exceeded", {
  status: 409,
  when: "the slip is above a limit: `data.limit` is `win_cap` (its largest return), `win` (of one outcome), `your_limit` (the same, lowered for this player) or `exposure` (all slips on an outcome); `data.max_stake` is the highest stake that is accepted now",
});
export const freeBetUnavailable = errorCode("free_bet_unavailable", {
  status: 409,
  when: "the free bet is unknown, another player's, in another currency, expired, or staked by a slip that is not void",
});
export const favouritesFull = errorCode("favourites_full", {
  status: 409,
  when: "a player already follows as many events, teams or leagues as fit: `data.most` of each",
});
export const tooManyWaiting = errorCode("too_many_waiting", {
  status: 409,
  when: "a fifth slip of a player while four wait for their live delay",
});

export const cashOutUnavailable = errorCode("cash_out_unavailable", {
  status: 409,
  when: "a cash-out of a slip that has ended, or while a leg has no price or a result that is not confirmed",
});
export const cashOutChanged = errorCode("cash_out_changed", {
  status: 409,
  when: "the offer is below the one that was accepted; `data.offer` is the current one",
});
export const cashOutRest = errorCode("cash_out_rest", {
  status: 409,
  when: "a partial cash-out would leave less of the stake than the smallest slip; `data.min` is what has to remain",
});

export const slipUnchanged = errorCode("slip_unchanged", {
  status: 409,
  when: "an edit that would leave the slip's selections, kind and stake as they are",
});

export const undoUnavailable = errorCode("undo_unavailable", {
  status: 409,
  when: "the slip was accepted more than ten seconds ago or on a live event, has changed since, or a leg's price moved or its market closed",
});
export const undoLimit = errorCode("undo_limit", {
  status: 409,
  when: "the player has undone three slips today (UTC)",
});

export const notCombinable = errorCode("not_combinable", {
  status: 409,
  when: "there is no joint price for these outcomes: they exclude or imply each other, can be refunded, or are not offered together",
});
export const builderExpired = errorCode("builder_expired", {
  status: 409,
  when: "the quote of a bet builder is unknown, older than ten seconds, another player's, or for other legs",
});

/** In the order of the checks. */
export const quoteErrors = [feedDown, eventClosed, marketSuspended, notCombinable];

/** In the order of the checks. */
export const cashOutErrors = [tooManyWaiting, cashOutUnavailable, cashOutChanged, cashOutRest];

/** In the order of the checks. */
export const cashOutRuleErrors = [cashOutUnavailable, cashOutRest];

/** What refuses an edit beside the errors of a new slip. In the order of the checks. */
export const editErrors = [slipUnchanged, cashOutUnavailable, cashOutChanged];

/** In the order of the checks. */
export const undoErrors = [undoUnavailable, undoLimit];

/** In the order of the checks. */
export const slipErrors = [
  badSystem,
  relatedLegs,
  freeBetUnavailable,
  builderExpired,
  tooManyWaiting,
  feedDown,
  eventClosed,
  marketSuspended,
  eventChanged,
  oddsChanged,
  limitExceeded,
];
