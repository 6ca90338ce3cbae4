import { errorCode } from "#kit/contract/error-code.ts";

export const partnerExists = errorCode("partner_exists", {
  status: 409,
  when: "a second application to the partner program by one account",
});

export const partnerCodeTaken = errorCode("partner_code_taken", {
  status: 409,
  when: "an application with a link code that another partner has",
});

export const partnerNotApproved = errorCode("partner_not_approved", {
  status: 403,
  when: "links and withdrawals of a partner who is suspended or whose application is open or declined",
});

export const linkExists = errorCode("link_exists", {
  status: 409,
  when: "a second link of a partner with the same stag",
});

export const partnerFunds = errorCode("partner_funds", {
  status: 409,
  when: "a partner's withdrawal above the balance; `data.balance` is the balance",
});

export const partnerClosed = errorCode("partner_closed", {
  status: 409,
  when: "a decision about a partner or a withdrawal that has already been made",
});

export const postbackNotFailed = errorCode("postback_not_failed", {
  status: 409,
  when: "an operator resends an event to an affiliate's network that was sent or still waits",
});
