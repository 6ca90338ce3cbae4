/** Signals of fraud and the points of each: a score is their sum, at most 100. A change of points is a new version. */
export const signalVersion = 1;
export const signalPoints = {
  /** An account linked to this one has claimed the same bonus. */
  linked_claim: 50,
  /** The partner who brought the player is the player, or shares a browser or means of payment with them. */
  self_referral: 30,
  /** A bank has recalled a deposit. */
  recalled_deposit: 30,
  shared_instrument: 25,
  /** Five or more accounts from one address within an hour of this one's registration. */
  registration_burst: 20,
  shared_device: 15,
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
  /** Those that add most first. */
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
}

export function scoreOf(found: Findings): Scored {
  const about = (name: SignalName, players: readonly string[]) =>
    players.length > 0 ? [{ name, points: signalPoints[name], players, count: players.length }] : [];
  const counted = (name: SignalName, count: number, from: number) =>
    count >= from ? [{ name, points: signalPoints[name], players: [], count }] : [];
  const signals: Signal[] = [
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
