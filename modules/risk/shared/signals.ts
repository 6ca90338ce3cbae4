/** Signals of fraud and the points of each: a score is their sum, at most 100. A change of points is a new version. */
export const signalVersion = 2;
export const signalPoints = {
  /** An account linked to this one has claimed the same bonus. */
  linked_claim: 50,
  /** Linked accounts bet on both sides of a market. */
  opposite_stakes: 35,
  /** Lost nearly every duel against the same player, or against a linked account. */
  duels_lost: 30,
  /** The partner who brought the player is the player, or shares a browser or means of payment with them. */
  self_referral: 30,
  /** A bank has recalled a deposit. */
  recalled_deposit: 30,
  shared_instrument: 25,
  /** Six deposits within an hour, or three new payment methods within a day. */
  velocity: 20,
  /** Three bonuses or more, and not a day of play without one. */
  bonus_only: 20,
  /** Five or more accounts from one address within an hour of this one's registration. */
  registration_burst: 20,
  shared_device: 15,
  /** A mailbox that anybody opens without an account. */
  disposable_mail: 15,
  /** The household paid in together what one account is checked for. */
  household_deposits: 10,
  /** Five or more wrong promo codes within an hour. */
  codes_tried: 10,
} as const;
export type SignalName = keyof typeof signalPoints;
export const signalNames = Object.keys(signalPoints) as readonly SignalName[];

/** From this score on a claim of a bonus waits for a person, and a case is opened. */
export const reviewFrom = 50;

export const burstFrom = 5;
export const burstWithinMs = 3_600_000;
export const codesFrom = 5;
export const depositsAnHourFrom = 6;
export const newMethodsADayFrom = 3;
export const bonusesFrom = 3;
/** Duels against one player from which losing nearly all of them is no chance: fewer than one pair in a thousand of fair duels is this one-sided. */
export const duelsFrom = 15;
/** Against a linked account fewer are enough. */
export const duelsOfLinkedFrom = 5;
/** Duels lost, of all against one player, in thousandths. */
export const lostShareFrom = 900;
/** What an account that is not checked may pay in, in EUR, and of which time a household's deposits are added. */
export const checkedFromEur = 2_000;

export interface Signal {
  readonly name: SignalName;
  readonly points: number;
  /** The accounts it is about, if it is about others. */
  readonly players: readonly string[];
  /** How often, or how many. */
  readonly count: number;
}

export interface Scored {
  readonly score: number;
  /** Signals, those that add most first. */
  readonly signals: readonly Signal[];
}

/** What was found about one account. */
export interface Findings {
  readonly linkedClaims: readonly string[];
  readonly sharesInstrument: readonly string[];
  readonly sharesDevice: readonly string[];
  readonly registrations: number;
  readonly isSelfReferred: boolean;
  readonly recalledDeposits: number;
  readonly codesTried: number;
  /** Linked accounts on another side of a market, with how many markets. */
  readonly opposed: readonly { readonly player: string; readonly markets: number }[];
  readonly duels: readonly { readonly opponent: string; readonly duels: number; readonly lost: number }[];
  readonly linked: readonly string[];
  readonly depositsInHour: number;
  readonly newMethodsInDay: number;
  readonly bonuses: number;
  readonly daysWithoutBonus: number;
  readonly daysPlayed: number;
  readonly hasDisposableMail: boolean;
  /** Linked accounts that paid in, where all together reach the sum; empty otherwise. */
  readonly householdDeposits: readonly string[];
}

export function scoreOf(found: Findings): Scored {
  const about = (name: SignalName, players: readonly string[]) =>
    players.length > 0 ? [{ name, points: signalPoints[name], players, count: players.length }] : [];
  const counted = (name: SignalName, count: number, from: number) =>
    count >= from ? [{ name, points: signalPoints[name], players: [], count }] : [];
  const friends = found.duels.filter(against => isDumping(against, found.linked)).map(({ opponent }) => opponent);
  const isFast = found.depositsInHour >= depositsAnHourFrom || found.newMethodsInDay >= newMethodsADayFrom;
  const isBonusOnly = found.bonuses >= bonusesFrom && found.daysPlayed >= bonusesFrom && found.daysWithoutBonus === 0;
  const signals: Signal[] = [
    ...about(
      "opposite_stakes",
      found.opposed.map(({ player }) => player),
    ),
    ...about("duels_lost", friends),
    ...about("household_deposits", found.householdDeposits),
    ...counted("velocity", isFast ? Math.max(found.depositsInHour, found.newMethodsInDay) : 0, 1),
    ...counted("bonus_only", isBonusOnly ? found.bonuses : 0, 1),
    ...counted("disposable_mail", found.hasDisposableMail ? 1 : 0, 1),
    ...about("linked_claim", found.linkedClaims),
    ...about("shared_instrument", found.sharesInstrument),
    ...about("shared_device", found.sharesDevice),
    ...counted("self_referral", found.isSelfReferred ? 1 : 0, 1),
    ...counted("recalled_deposit", found.recalledDeposits, 1),
    ...counted("registration_burst", found.registrations, burstFrom),
    ...counted("codes_tried", found.codesTried, codesFrom),
  ].sort((a, b) => b.points - a.points);
  return {
    score: Math.min(
      100,
      signals.reduce((sum, { points }) => sum + points, 0),
    ),
    signals,
  };
}

/** Chips are passed on by losing: nearly all duels against one player. */
function isDumping({ opponent, duels, lost }: Findings["duels"][number], linked: readonly string[]): boolean {
  return duels >= (linked.includes(opponent) ? duelsOfLinkedFrom : duelsFrom) && lost * 1000 >= duels * lostShareFrom;
}
