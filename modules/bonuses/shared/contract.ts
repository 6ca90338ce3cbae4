import * as z from "zod/mini";
import { notFound } from "#kit/contract/errors.ts";
import { currencyField, cursorField, dataOf, moneyField, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { ownBet } from "#modules/bets/shared/contract.ts";
import { bonusEnded, bonusUnavailable } from "#modules/payments/shared/errors.ts";
import { promoCodeRefused, promoCodesTried } from "./errors.ts";
import { forfeitCauses } from "./forfeit-causes.ts";
import { promoCodePattern } from "./promo-code.ts";

export const bonusKinds = ["registration", "deposit", "promo", "cashback", "rakeback", "reload", "manual"] as const;
/**
 * `waiting`: for its deposit, or for its turn; `active`: being wagered; `wagered`: nothing is left to wager, its money becomes real before
 * the next stake. Then it has ended: `completed` (its money is real), `lost`, `expired`, `cancelled` (given up) or `forfeited`.
 */
export const bonusStatuses = [
  "waiting",
  "active",
  "wagered",
  "completed",
  "lost",
  "expired",
  "cancelled",
  "forfeited",
] as const;

/** What wagering takes, in money and in words: shown before a claim and on the card. */
export const roundsField = z.object({
  /** The slug of the slot. */
  game: z.string(),
  title: z.string(),
  count: z.int(),
  bet: moneyField,
  expires_at: timeField,
  /** Null of an offer, and until they can be played. */
  left: z.nullable(z.int()),
  won: moneyField,
});

const termsView = z.object({
  /** Bets have to count this many times the bonus. */
  wager: z.nullable(z.int()),
  min_deposit: z.nullable(moneyField),
  /** A larger stake takes no bonus money and does not count towards wagering. */
  max_bet: z.nullable(moneyField),
  /** The most that becomes real of a gift, when its last bet has ended; null for all of it. */
  cap: z.nullable(moneyField),
  /** Free rounds that it gives: what they win is its bonus money. `amount` is then what they have won so far, of an offer their stakes. */
  rounds: z.nullable(roundsField),
  /** What wagering costs on average, at most, in percent of the bonus. */
  average_cost: z.nullable(z.int()),
  /** `betting` for a bonus for slips of the sportsbook, else games. */
  games: z.array(z.string()),
  /** Slips count from these odds on, each of their combinations; null for games. */
  least_odds: z.nullable(z.string()),
});

export const bonusView = z.extend(termsView, {
  id: uuidField,
  /** In the caller's language. */
  name: z.string(),
  kind: z.enum(bonusKinds),
  /** KZ or RU; null for all regions. */
  region: z.nullable(z.string()),
  status: z.enum(bonusStatuses),
  currency: currencyField,
  /** Percent of the deposit; null for a fixed amount. */
  percent: z.nullable(z.number()),
  /** Bonus money; for a percentage that waits for its deposit, the maximum. */
  amount: moneyField,
  /** The bonus's condition is met: while `waiting` it starts after the active bonus. */
  is_funded: z.boolean(),
  wagered: moneyField,
  wager_target: moneyField,
  /** Bonus money that is left of it now; giving it up takes this. */
  balance: moneyField,
  /** Bets of it that are not settled. */
  open_bets: z.int(),
  /** What became real money. */
  released: moneyField,
  /** Why operators forfeited it; null for every other end. */
  forfeited_for: z.nullable(z.enum(forfeitCauses)),
  /** While `waiting`: our team reviews the claim until then at most, then the bonus starts automatically; null for all others. */
  review_until: z.nullable(timeField),
  /** Seconds until it expires; null for never. */
  expires_in: z.nullable(z.number()),
});

export const offerView = z.extend(termsView, {
  id: uuidField,
  name: z.string(),
  kind: z.enum(bonusKinds),
  currency: currencyField,
  percent: z.nullable(z.number()),
  /** The most it gives. */
  amount: moneyField,
  /** What the largest bonus takes to wager. */
  wager_target: moneyField,
  /** Hours to wager it in, from its start. */
  hours: z.int(),
  ends_at: timeField,
});

export const getWaitingBonus = route({
  method: "GET",
  path: "/bonus-system/bonus-activation/waiting-reg-and-dep",
  module: "bonuses",
  caller: "player",
  moves: "nothing",
  summary: "The caller's registration or deposit bonus that waits to be activated, or null",
  output: dataOf(z.nullable(bonusView)),
});

export const getBonus = route({
  method: "GET",
  path: "/bonus-system/bonus/:id",
  module: "bonuses",
  caller: "player",
  moves: "nothing",
  summary: "One bonus of the caller",
  params: z.object({ id: uuidField }),
  output: dataOf(bonusView),
});

export const listBonuses = route({
  method: "GET",
  path: "/api/v1/bonuses",
  module: "bonuses",
  caller: "player",
  moves: "nothing",
  summary: "The caller's bonuses: the active one, the waiting ones, then the last twenty that ended",
  output: dataOf(z.array(bonusView)),
});

export const listOffers = route({
  method: "GET",
  path: "/api/v1/bonus-offers",
  module: "bonuses",
  caller: "player",
  moves: "nothing",
  summary:
    "Bonuses that the caller may claim in the active currency, with everything they cost: `average_cost` is what wagering costs on average, in percent of the bonus",
  output: dataOf(z.array(offerView)),
});

export const claimBonus = route({
  method: "POST",
  path: "/api/v1/bonuses/:id/claim",
  module: "bonuses",
  caller: "player",
  moves: "prize",
  summary:
    "Claims an offer, once: a gift starts now or after the active bonus; a deposit bonus starts with its deposit",
  params: z.object({ id: uuidField }),
  output: dataOf(bonusView),
  errors: [bonusUnavailable],
});

/** A bet of a bonus: what it counted, and which money it was. */
const bonusBet = z.extend(ownBet, {
  /** Thousandths of the stake that count. */
  rate: z.int(),
  /** `stake * rate / 1000`, at most what was left to wager; 0 while it is open, when it was voided, and after the bonus has ended. */
  counted: moneyField,
});

export const listBonusBets = route({
  method: "GET",
  path: "/api/v1/bonuses/:id/bets",
  module: "bonuses",
  caller: "player",
  moves: "nothing",
  summary:
    "The bets of one of the caller's bonuses with what each counted, by its `rate` in thousandths, newest first: they add up to what is wagered",
  params: z.object({ id: uuidField }),
  query: z.object({ cursor: cursorField }),
  output: dataOf(z.object({ items: z.array(bonusBet), next_cursor: z.nullable(z.string()) })),
});

export const redeemPromoCode = route({
  method: "POST",
  path: "/api/v1/promo-codes",
  module: "bonuses",
  caller: "player",
  moves: "prize",
  summary: "Claims the bonus of a promo code, once; case, spaces, hyphens and look-alikes make no difference",
  body: z.object({ code: z.string("code_invalid").check(z.regex(promoCodePattern, "code_invalid")) }),
  output: dataOf(bonusView),
  errors: [promoCodeRefused, promoCodesTried],
});

export const adPromotion = z.object({
  code: z.string(),
  type: z.string(),
  value: z.string(),
  /** Seconds until it ends; null for never. */
  expires_in: z.nullable(z.number()),
  /** `other_currency`: the bonus is not in the currency that the player plays in. */
  state: z.enum(["open", "claimed", "ended", "other_currency"]),
  /** The bonus of its code, with everything it costs; null where the code brings none, or no longer. */
  offer: z.nullable(offerView),
});

export const getAdPromotion = route({
  method: "GET",
  path: "/api/v1/ad-promotions/:id",
  module: "bonuses",
  caller: "anyone",
  moves: "nothing",
  summary: "The promotion that an advertisement's visit named, and what the caller may do with it",
  params: z.object({ id: uuidField }),
  output: dataOf(adPromotion),
  errors: [notFound],
  rate: { burst: 60, perMinute: 60 },
});

export const giveUpBonus = route({
  method: "POST",
  path: "/api/v1/bonuses/:id/give-up",
  module: "bonuses",
  caller: "player",
  moves: "own",
  summary: "Forfeits a waiting or active bonus: its bonus money is removed, real money is kept",
  params: z.object({ id: uuidField }),
  output: dataOf(bonusView),
  errors: [bonusEnded],
});

export const collectRounds = route({
  method: "POST",
  path: "/api/v1/bonuses/:id/collect",
  module: "bonuses",
  caller: "player",
  moves: "own",
  summary:
    "Stops the free rounds of a bonus: what they have won starts as its bonus money, once an open round has ended",
  params: z.object({ id: uuidField }),
  output: dataOf(bonusView),
  errors: [bonusEnded],
});

export type AdPromotion = z.output<typeof adPromotion>;
export type BonusView = z.output<typeof bonusView>;
export type BonusBet = z.output<typeof bonusBet>;
export type OfferView = z.output<typeof offerView>;
