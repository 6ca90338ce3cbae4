import { errorCode } from "#kit/contract/error-code.ts";

export const amountOutOfLimits = errorCode("amount_out_of_limits", {
  status: 422,
  when: "a deposit or a payout below `data.min` or above `data.max` of its method",
});
export const depositsBlocked = errorCode("deposits_blocked", {
  status: 403,
  when: "a deposit of a player who is self-excluded, in a time-out, or underage by an unverified date of birth",
});
export const depositLimitReached = errorCode("deposit_limit_reached", {
  status: 409,
  when: "a deposit that would pass a daily limit of the player, their own or an operator's, together with today's deposits and open invoices; `data.limit` is that limit, `data.left` what can still be deposited",
});
export const depositsPaused = errorCode("deposits_paused", {
  status: 409,
  when: "a deposit after five declined ones in ten minutes: for an hour, and after five more until support has reviewed them; `data.until` is null then",
});
export const verificationRequired = errorCode("verification_required", {
  status: 403,
  when: "a deposit or payout beyond the total of the player's verification level; `data.level` is the level it requires, `data.limit` the total of the present one",
});
export const instrumentCooling = errorCode("instrument_cooling", {
  status: 409,
  when: "a payout to an instrument that was first seen less than 24 hours ago, by a player who has used others before; `data.from` says when it can be used",
});
export const wageringOpen = errorCode("wagering_open", {
  status: 409,
  when: "a payout while a bonus is being wagered, or while a bonus whose deposit was credited waits for its turn or a review (`data.status`: `active`, `waiting`); `data.left` is what is still to be wagered and `data.gives_up` the bonus money that `data.bonus_id` in `give_up_bonus` takes, in `data.currency`. With several bonuses each is named by a refusal of its own, and `give_up_bonus` is the list",
});
/** Of a bonus that a deposit names, and of one that a payout gives up: modules/bonuses fails with both. */
export const bonusUnavailable = errorCode("bonus_unavailable", {
  status: 409,
  when: "a claim of an offer, with a deposit too, that is paused, over, used up, in another currency or claimed before, or during a break",
});
export const bonusEnded = errorCode("bonus_ended", {
  status: 409,
  when: "giving up a bonus that has ended, with a payout too; `data.status` says how",
});
export const invoiceClosed = errorCode("invoice_closed", {
  status: 409,
  when: "canceling an invoice that is paid, expired or declined; `data.status` says which",
});
export const payoutAsked = errorCode("payout_asked", {
  status: 409,
  when: "a withdrawal is approved, or asked about again, while its player has not answered a question about it; `data.until` is when it can be decided without an answer",
});
export const payoutNotAsked = errorCode("payout_not_asked", {
  status: 409,
  when: "an answer about a withdrawal without an open question",
});
export const payoutClaimed = errorCode("payout_claimed", {
  status: 409,
  when: "a claim, an approval or a decline of a payout that another operator has claimed within ten minutes; `data.operator` says who",
});
export const signatureInvalid = errorCode("signature_invalid", {
  status: 401,
  when: "a provider's message without a valid signature over its time and bytes, or older than 5 minutes",
});
export const payoutLimitReached = errorCode("payout_limit_reached", {
  status: 409,
  when: "a payout that would pass the day's limit of the currency together with the others of this day (UTC); `data.limit` is that limit, `data.left` what is left of it",
});
export const approvedAlready = errorCode("approved_already", {
  status: 409,
  when: "an operator approves a payout a second time; the second approval must come from another person",
});
export const debtOpen = errorCode("debt_open", {
  status: 409,
  when: "a payout while the player owes a deposit that their bank recalled (`data.cause`: chargeback) or the correction of a bet (settlement), in any currency; `data.owed` is what is missing, in `data.currency`",
});
export const payoutClosed = errorCode("payout_closed", {
  status: 409,
  when: "canceling a payout that is on its way, paid or declined, or deciding on one that needs no approval; `data.status` says which",
});
export const addressNotAllowed = errorCode("address_not_allowed", {
  status: 409,
  when: "a payout in coins to an address that is not in the player's book while the allow-list is on",
});
export const tooManyAddresses = errorCode("too_many_addresses", {
  status: 409,
  when: "a new address in an address book that already has `data.most`",
});

export const revealNeeded = errorCode("reveal_needed", {
  status: 409,
  when: "a withdrawal by a player with a round at a provider that paid over 500 stakes or a pot and whose seeds are not revealed; `data.round` is that round, `data.game` its game",
});

export const replayFailed = errorCode("replay_failed", {
  status: 409,
  when: "an operator replays a webhook and its processing fails again: nothing has moved, and the error is on its row",
});
export const webhookNotStored = errorCode("webhook_not_stored", {
  status: 409,
  when: "an operator replays a webhook that was processed or refused, or was replayed since: its text is not kept",
});
export const paymentNotRefundable = errorCode("payment_not_refundable", {
  status: 409,
  when: "a refund of a payment that its bank recalled, or that came by a coin",
});
export const refundTooLarge = errorCode("refund_too_large", {
  status: 409,
  when: "a refund of more than what is left of the payment: what was credited of it less its other refunds; `data.left` says how much that is",
});
export const quarantineClosed = errorCode("quarantine_closed", {
  status: 409,
  when: "an operator decides about a payment in quarantine that is on its way back, has gone back or was assigned",
});
export const notAssignable = errorCode("payment_not_assignable", {
  status: 409,
  when: "a payment in quarantine is assigned to a deposit of another provider or currency, or came by a coin",
});
