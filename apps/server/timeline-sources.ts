import { accountTimeline, noteTimeline, sessionTimeline } from "#modules/accounts/server/index.ts";
import { staffTimeline } from "#modules/audit/server/index.ts";
import { bonusTimeline } from "#modules/bonuses/server/index.ts";
import { correctionTimeline } from "#modules/corrections/server/index.ts";
import { harmCaseTimeline, interactionTimeline } from "#modules/harm/server/index.ts";
import { moneyTimeline } from "#modules/ledger/server/index.ts";
import { limitTimeline } from "#modules/limits/server/index.ts";
import { noticeTimeline } from "#modules/notifications/server/index.ts";
import type { TimelineSources } from "#modules/operations/server/index.ts";
import { depositTimeline, payoutTimeline } from "#modules/payments/server/index.ts";
import { riskCaseTimeline } from "#modules/risk/server/index.ts";
import { conversationTimeline } from "#modules/support/server/index.ts";
import { documentTimeline } from "#modules/verification/server/index.ts";

/** What the timeline of a player is made of. */
export const timelineSources: TimelineSources = {
  account: [accountTimeline],
  session: [sessionTimeline],
  money: moneyTimeline,
  payment: [depositTimeline],
  payout: [payoutTimeline],
  bonus: [bonusTimeline],
  limit: [limitTimeline],
  document: [documentTimeline],
  conversation: [conversationTimeline],
  protection: [harmCaseTimeline, interactionTimeline],
  risk: [riskCaseTimeline],
  correction: [correctionTimeline],
  notice: [noticeTimeline],
  note: [noteTimeline],
  staff: [staffTimeline],
};
