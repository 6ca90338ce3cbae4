import { expect, test } from "vitest";
import { readSources } from "./source.ts";

/**
 * Everything that can reach a player: what grants, what writes to them, and what offers or invites. A call or a job does it through one of the places below, so a new
 * place that is not listed here fails. `asks` is what the place asks in its transaction before it does so; `owed` and `service` say why it need not.
 */
type Reach =
  /** Nothing reaches anybody excluded, in a break, under age, or whose offers are blocked. */
  | { readonly asks: "mayBeOffered(" | "offerable(" | "seesOffers(" }
  /** Owed already: waits for the end of a break, and a block of offers does not concern it. */
  | { readonly asks: "mayDeposit("; readonly owed: string }
  /** Paid or written whatever the player's state: it carries no offer. */
  | { readonly owed: string }
  | { readonly service: string }
  /** The statement itself; its callers are listed. */
  | { readonly primitive: true };

const primitive = { primitive: true } as const;

const grants: Readonly<Record<string, Reach>> = {
  "modules/bonuses/server/claim-bonus.ts": { asks: "mayBeOffered(" },
  "modules/bonuses/server/pack-steps.ts": { asks: "mayBeOffered(" },
  "modules/bonuses/server/give-free-bet.ts": { asks: "mayBeOffered(" },
  "modules/free-spins/server/grant-players.ts": { asks: "mayBeOffered(" },
  "modules/wheel/server/draw-spin.ts": { asks: "mayBeOffered(" },
  "modules/missions/server/collect-prize.ts": { asks: "mayBeOffered(" },
  "modules/missions/server/start-missions.ts": { asks: "offerable(" },
  "modules/bonuses/server/start-bonus.ts": { asks: "mayDeposit(", owed: "claimed before; it starts after the break" },
  "modules/vip/server/collect-reward.ts": {
    asks: "mayDeposit(",
    owed: "shares of the theoretical loss by printed terms",
  },
  "modules/tournaments/server/pay-prizes.ts": { asks: "mayDeposit(", owed: "won" },
  "modules/community-chat/server/rain.ts": { asks: "mayBeOffered(" },
  "modules/community-chat/server/give-tip.ts": { asks: "mayBeOffered(" },
  "modules/jackpots/server/pay-wins.ts": { owed: "won by a bet that was placed" },
  "modules/wallet/server/provider-rounds/hit-pot.ts": { owed: "won by a bet that was placed" },
  "modules/partners/server/close-month.ts": { owed: "a partner's commission; no player gets it" },
  "modules/wagering/server/store.ts": primitive,
  "modules/wallet/server/grants.ts": primitive,
  "modules/bonuses/server/campaign-store.ts": primitive,
  "modules/free-spins/server/store.ts": primitive,
};

const messages: Readonly<Record<string, Reach>> = {
  "modules/notifications/server/index.ts": { service: "notices about the player's own money, account and disputes" },
  "modules/notifications/server/mail-player.ts": primitive,
  "modules/notifications/server/operator-messages/index.ts": {
    service: "about the account, and labeled so; marketing is decided as an offer is, by the guard, consent and caps",
  },
  "modules/tournaments/server/pay-prizes.ts": { service: "a prize that was paid" },
  "modules/tournaments/server/dispute-rank.ts": { service: "the answer to the player's dispute" },
  "modules/tournaments/server/cut-prize.ts": { service: "a decision about the player" },
  "modules/tournaments/server/disqualify.ts": { service: "a decision about the player" },
  "modules/harm/server/cases.ts": { service: "what an operator did about signs of harm" },
  "modules/risk/server/review-claims.ts": { service: "the state of the player's own claim" },
  "modules/harm/server/score-players.ts": { service: "a warning about the player's own play" },
  "modules/support/server/mail-answers.ts": { service: "the answer to the player's question" },
  "modules/support/server/mail-transcript.ts": { service: "a transcript that the player asked for" },
  "modules/accounts/server/codes.ts": { service: "a code that was requested" },
  "modules/accounts/server/links.ts": { service: "a link that was requested" },
  "modules/accounts/server/own-password.ts": { service: "security of the account" },
  "modules/accounts/server/contacts.ts": { service: "security of the account" },
  "modules/reporting/server/run-schedules.ts": { service: "operators only" },
  "modules/content/office/handlers.ts": { service: "operators only: a test to oneself" },
  "modules/operators/server/app-handlers.ts": { service: "operators only" },
  "modules/operators/server/passkey-handlers.ts": { service: "operators only" },
  "modules/operators/server/emergencies.ts": { service: "operators only" },
  "modules/operators/server/invite.ts": { service: "operators only" },
  "modules/operators/server/console.ts": { service: "operators only" },
};

const offers: Readonly<Record<string, Reach>> = {
  "modules/bonuses/server/index.ts": { asks: "seesOffers(" },
  "modules/bonuses/server/handlers.ts": { asks: "seesOffers(" },
  "modules/bonuses/server/deposit-bonuses.ts": { asks: "seesOffers(" },
  "modules/bonuses/server/campaign-store.ts": primitive,
  "modules/bonuses/server/store.ts": primitive,
  "modules/notifications/server/handlers.ts": { asks: "seesOffers(" },
  "modules/notifications/server/store.ts": primitive,
};

const found = (pattern: RegExp) =>
  readSources()
    .filter(
      ({ path }) => /^(modules|apps\/server)\/.*\.ts$/.test(path) && !/\.test\.ts$|\/testing\/|\/web\//.test(path),
    )
    .filter(({ text }) => pattern.test(text.replace(/^import [\s\S]*?;$/gm, "")))
    .map(({ path }) => path);

const kinds = [
  {
    what: "grants",
    pattern:
      /\bgrants\.give\(|\bfreeBets\.grant\(|\binsertClaim\(|\binsertGrants\(|INSERT INTO missions\.starts |kind: "(prize|rain|tip|jackpot_win|bonus|partner_commission)",? |kind: "partner_commission"/,
    places: grants,
  },
  {
    what: "messages",
    pattern: /\bmessages\.send\b|\bmailPlayer\(|\bnotices\.give\(|\bpush\.queue\(/,
    places: messages,
  },
  { what: "offers", pattern: /\b(offersFor|depositBonusesOf|waitingBonus|grantedBonus|countUnread)\(/, places: offers },
];

test.each(kinds)("every place that reaches players by $what is classified", ({ pattern, places }) => {
  expect(found(pattern).sort()).toEqual(Object.keys(places).sort());
});

test.each(kinds)("and asks what its class requires: $what", ({ places }) => {
  const texts = new Map(readSources().map(({ path, text }) => [path, text]));
  const silent = Object.entries(places).filter(
    ([path, reach]) => "asks" in reach && !texts.get(path)?.includes(reach.asks),
  );
  expect(silent.map(([path]) => path)).toEqual([]);
});
