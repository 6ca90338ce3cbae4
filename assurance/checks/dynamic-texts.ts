import { namedSystems } from "#modules/betting/shared/systems.ts";
import { categories, symbolRoles } from "#modules/catalogue/shared/facts.ts";
import { casesRules } from "#modules/games/cases/shared/rules.ts";
import { games } from "#modules/games/index.ts";
import { risks as kenoRisks } from "#modules/games/keno/shared/rules.ts";
import { risks as plinkoRisks } from "#modules/games/plinko/shared/rules.ts";
import { spots } from "#modules/games/roulette/shared/cloth.ts";
import { marketGroups } from "#modules/odds/shared/market-kinds.ts";
import { alarmKinds } from "#modules/providers/server/alarms.ts";
import { differenceKinds } from "#modules/providers/shared/differences.ts";
import { reportNames } from "#modules/reporting/office/contract.ts";
import { verificationStatuses } from "#modules/verification/shared/status.ts";

/** Texts of a group that pages choose by a name without a type: `t.in(group, name)`. */
export interface DynamicGroup {
  /** With its namespace. */
  readonly group: string;
  readonly files: readonly string[];
  /** Every name that can occur. */
  readonly names: readonly string[];
}

const gameNames = games.map(({ name }) => name);
const caseSlugs = casesRules.all.flatMap(({ cases }) => cases.map(({ slug }) => slug));
const multiplayer = ["duels", "battles"];
const refundReasons = ["withdrawn", "expired", "late", "no_beacon"];
const refusals = [
  "verification_required",
  "instrument_cooling",
  "address_not_allowed",
  "wagering_open",
  "payout_limit_reached",
  "debt_open",
  "deposit_limit_reached",
  "deposits_blocked",
  "deposits_blocked_age",
  "deposits_paused",
  "policy_acceptance_required",
];
const calls = ["open", "pay", "refund", "state"];
const messages = ["payment_received", "invoice_ended", "payout_ended", "refund_ended"];

export const dynamicGroups: readonly DynamicGroup[] = [
  { group: "betting:slip.systems", files: ["modules/betting/web/slip-kinds.tsx"], names: [...namedSystems] },
  { group: "odds:groups", files: ["modules/betting/web/event-markets.tsx"], names: [...marketGroups] },
  {
    group: "lobby:games",
    files: [
      "modules/bets/web/find-round.tsx",
      "modules/bonuses/web/bonus-bets.tsx",
      "modules/bonuses/web/bonus-costs/bonus-costs-page.tsx",
      "modules/bonuses/web/bonus-facts.tsx",
      "modules/bonuses/web/bonus-value.tsx",
      "modules/community-chat/web/bet-card.tsx",
      "modules/lobby/web/returns/returns-page.tsx",
      "modules/lobby/web/wins.tsx",
      "modules/profiles/web/public-profile-page.tsx",
      "modules/welcome-pack/web/pack-explained.tsx",
      "modules/top-players/web/podium.tsx",
      "modules/top-players/web/top-table.tsx",
      "modules/jackpots/web/jackpot-card.tsx",
      "modules/jackpots/web/entry-tables.tsx",
      "modules/tournaments/web/rules-card.tsx",
    ],
    names: gameNames,
  },
  {
    group: "office:games",
    files: [
      "modules/support/office/visitor-panel.tsx",
      "apps/office/palette.tsx",
      "modules/accounts/office/ledger.tsx",
      "modules/bets/office/bet-page.tsx",
      "modules/bets/office/game-page.tsx",
      "modules/bets/office/games-page.tsx",
      "modules/geo/office/use-product-name.ts",
      "modules/bets/office/player-play-page.tsx",
      "modules/operations/office/alerts-panel.tsx",
      "modules/operations/office/figure-panels.tsx",
      "modules/operations/office/timeline-columns.tsx",
      "modules/jackpots/office/jackpot-form.tsx",
      "modules/jackpots/office/jackpots.tsx",
      "modules/tournaments/office/tournaments.tsx",
    ],
    names: gameNames,
  },
  {
    group: "office:play.round_states",
    files: ["modules/bets/office/game-rounds.tsx"],
    names: [
      ...["betting", "locked", "flying", "crashed", "spinning", "landed", "settled", "voided"],
      ...["open", "drawing", "drawn", "refunding", "paid", "refunded"],
    ],
  },
  {
    // `kind` of a bet of the wallet protocol.
    group: "office:rtp.kinds",
    files: ["modules/providers/office/game-figures.tsx", "modules/providers/office/rtp-monitor.tsx"],
    names: ["stake", "free", "buy", "side"],
  },
  { group: "fairness:games", files: ["modules/fairness/web/verdict-card.tsx"], names: multiplayer },
  { group: "fairness:sides", files: ["modules/fairness/web/verdict-card.tsx"], names: ["heads", "tails"] },
  {
    group: "fairness:reasons",
    files: ["modules/fairness/web/verdict-card.tsx"],
    names: ["differs", "unknown", ...["seeds", "chain", "between"].map(kind => `not_revealed_${kind}`)],
  },
  {
    // Each game's verifier names its steps; tools/docs/game-pages.test.ts has all of them.
    group: "fairness:steps",
    files: ["modules/fairness/web/verdict-card.tsx"],
    names: ["commitment", "head", "hmac", "payout"],
  },
  {
    group: "cases:names",
    files: [
      "modules/games/battles/web/battle-list.tsx",
      "modules/games/battles/web/battle-panel.tsx",
      "modules/games/cases/shared/proof.ts",
      "modules/games/cases/web/case-page.tsx",
    ],
    names: caseSlugs,
  },
  { group: "keno:risk", files: ["modules/games/keno/shared/proof.ts"], names: kenoRisks },
  { group: "plinko:risk", files: ["modules/games/plinko/shared/proof.ts"], names: plinkoRisks },
  {
    group: "hilo:rank",
    files: ["modules/games/hilo/web/hilo-page.tsx"],
    names: ["1", "11", "12", "13"],
  },
  {
    group: "roulette:spot",
    files: ["modules/games/roulette/web/spot-names.ts"],
    names: spots.filter(({ kind }) => kind === "even_chance").map(({ id }) => id),
  },
  {
    group: "roulette:short",
    files: ["modules/games/roulette/web/cloth.tsx"],
    names: ["even", "odd", "low", "high", "dozen_1", "dozen_2", "dozen_3"],
  },
  { group: "battles:refunded", files: ["modules/games/battles/web/battle-stage.tsx"], names: refundReasons },
  { group: "duels:refunded", files: ["modules/games/duels/web/duel-stage.tsx"], names: refundReasons },
  {
    group: "rooms:refunded",
    files: ["modules/games/rooms/web/rooms-page.tsx", "modules/games/rooms/web/wheel.tsx"],
    names: ["left", "alone", "late", "no_beacon"],
  },
  {
    group: "catalogue:volatilities",
    files: [
      "modules/catalogue/web/catalogue-game-page.tsx",
      "modules/catalogue/web/details-sheet.tsx",
      "modules/catalogue/web/filter-bar.tsx",
    ],
    names: ["1", "2", "3", "4", "5"],
  },
  { group: "catalogue:roles", files: ["modules/catalogue/web/game-rules.tsx"], names: symbolRoles },
  { group: "catalogue:categories", files: ["modules/catalogue/web/filter-bar.tsx"], names: categories },
  { group: "pages:policy", files: ["modules/legal/web/policy-page.tsx"], names: ["in_en", "in_ru", "in_kz"] },
  {
    group: "payments:way",
    files: ["modules/payments/web/refusal-link.tsx"],
    names: [...refusals, "deposits_blocked_until", "deposits_suspended"],
  },
  {
    group: "privacy:obstacles",
    files: ["modules/privacy/web/privacy-card.tsx"],
    names: ["money", "open_bets", "open_payouts", "open_deposits"],
  },
  {
    group: "profiles:validation",
    files: ["modules/profiles/web/name-form.tsx"],
    names: ["length", "letters", "mixed", "form", "reserved", "taken", "refused", "same"].map(why => `name_${why}`),
  },
  { group: "providers:verify", files: ["modules/providers/web/verify-provided.tsx"], names: ["player"] },
  { group: "providers:steps", files: ["modules/providers/web/verify-provided.tsx"], names: [] },
  {
    group: "office:exports.lists",
    files: ["modules/exports/office/exports.tsx"],
    names: ["players", "payouts", "deposits", "bets", "audit", "closed-day", ...reportNames],
  },
  {
    group: "office:kyc.status",
    files: ["modules/accounts/office/account.tsx", "modules/support/office/visitor-panel.tsx"],
    names: verificationStatuses,
  },
  {
    group: "office:players",
    files: ["modules/accounts/office/account.tsx", "modules/support/office/visitor-panel.tsx"],
    names: ["time_out", "self_exclusion"],
  },
  {
    group: "office:waits",
    files: [
      "modules/operations/office/dashboard.tsx",
      "modules/payments/office/payout.tsx",
      "modules/payments/office/payouts.tsx",
    ],
    names: ["amount", "day", "instrument", "account_locked", "win_differs", "win_unproven"],
  },
  {
    group: "office:timeline",
    files: ["modules/payments/office/timeline.tsx"],
    names: [
      ...["requested", "approved", "released", "payment", "return_ordered", "return_ended", "recalled", "ended"],
      ...["refund_ordered", "refund_ended"],
      ...calls.map(call => `call_${call}`),
      ...messages.map(message => `message_${message}`),
      ...["approval", "send", "poll", "expire", "return", "refund"].map(next => `next_${next}`),
    ],
  },
  {
    group: "office:timeline.outcome",
    files: ["modules/payments/office/timeline.tsx"],
    names: [
      ...["opened", "rejected", "no_response", "unknown", "awaiting", "paid", "declined", "expired", "processing"],
      ...["credited", "to_be_returned", "quarantined", "noted", "repeated", "ignored"],
      ...["payout_3", "payout_5", "payout_6", "deposit_3", "deposit_4", "deposit_5", "deposit_6"],
      ...["return_3", "return_5", "return_6", "refund_3", "refund_5", "refund_6"],
    ],
  },
  { group: "office:payments", files: ["modules/payments/office/deposit-state.tsx"], names: [] },
  {
    group: "office:providers.alarm",
    files: ["modules/providers/office/alarms.tsx"],
    names: alarmKinds,
  },
  {
    group: "office:providers.difference",
    files: ["modules/providers/office/alarms.tsx"],
    names: differenceKinds,
  },
  {
    group: "office:trading.decision_kinds",
    files: ["modules/betting/office/decisions-panel.tsx"],
    names: ["hold", "lift", "terms", "delay", "ruling", "ruling_lifted", "palpable_error"],
  },
  {
    group: "betting:slip.states",
    files: ["modules/betting/office/slip-state.tsx"],
    names: ["open", "settled", "voided", "cashed_out"],
  },
  { group: "office:refused", files: ["modules/wheel/office/draft.tsx"], names: ["top_invalid"] },
];

/** Where a page shows something else when there is no text: `t.find(key) ?? ...`. */
export const withFallback: readonly string[] = [
  "kit/web/error-lines.ts",
  "modules/accounts/office/ledger.tsx",
  "modules/approvals/office/approval.tsx",
  "modules/approvals/office/request-state.tsx",
  "modules/audit/office/audit-actions.tsx",
  "modules/audit/office/audit.tsx",
  "modules/bets/office/bet-page.tsx",
  "modules/bets/office/shown-value.tsx",
  "modules/betting/office/alerts-panel.tsx",
  "modules/betting/office/market-panel.tsx",
  "modules/betting/office/producers-panel.tsx",
  "modules/betting/office/request-payload.tsx",
  "modules/betting/office/slip-messages.tsx",
  "modules/betting/web/event-markets.tsx",
  "modules/betting/web/slip-leg.tsx",
  "modules/catalogue/web/details-sheet.tsx",
  "modules/catalogue/web/filter-bar.tsx",
  "modules/crypto/office/coins.tsx",
  "modules/fairness/web/verdict-card.tsx",
  "modules/flags/office/use-flag-texts.ts",
  "modules/geo/office/use-product-name.ts",
  "modules/notifications/office/sent-messages.tsx",
  "modules/notifications/office/write-message.tsx",
  "modules/odds/web/market-card.tsx",
  "modules/operations/office/closed-day.tsx",
  "modules/operations/office/timeline-columns.tsx",
  "modules/partners/office/postbacks-page.tsx",
  "modules/operators/office/parts/webhook-log.tsx",
  "modules/operators/office/parts/sending.tsx",
  "modules/reporting/office/oversight-reports.tsx",
  "modules/reporting/office/report-page.tsx",
  "modules/profile/web/bets-card.tsx",
  "modules/profile/web/payments-card.tsx",
  "modules/statements/web/statement-table.tsx",
  "modules/support/office/visitor-panel.tsx",
];
