import type { EventDetails } from "../shared/contract.ts";

type Incident = Pick<EventDetails["incidents"][number], "kind" | "side" | "clock">;

/** How much an incident says about who is pressing; a card speaks for the other side. */
const weights: Readonly<Record<string, number>> = { goal: 3, corner: 1, yellow_card: -0.5, red_card: -2 };
/** In seconds of play: after that an incident counts half. */
const halfLife = 300;

export interface Momentum {
  /** Minute of play by minute of play, -1 to 1: above 0 the home side is pressing. */
  readonly minutes: readonly number[];
  readonly goals: readonly { readonly minute: number; readonly side: "home" | "away" }[];
}

/** Who has been pressing, from the goals, corners and cards that the feed has reported until a second of play. */
export function momentumOf(incidents: readonly Incident[], seconds: number): Momentum {
  const known = incidents.flatMap(({ kind, side, clock }) => {
    const weight = weights[kind];
    return weight === undefined || side === null ? [] : [{ clock, weight: side === "home" ? weight : -weight }];
  });
  const raw = Array.from({ length: Math.floor(seconds / 60) + 1 }, (_, minute) => {
    const now = Math.min((minute + 1) * 60, seconds);
    const past = known.filter(({ clock }) => clock <= now);
    return past.reduce((sum, { clock, weight }) => sum + weight * 0.5 ** ((now - clock) / halfLife), 0);
  });
  // One corner alone fills a third: a quiet match looks quiet.
  const most = Math.max(3, ...raw.map(Math.abs));
  const goals = incidents.flatMap(({ kind, side, clock }) =>
    kind === "goal" && side !== null ? [{ minute: Math.floor(clock / 60), side }] : [],
  );
  return { minutes: raw.map(value => value / most), goals };
}
