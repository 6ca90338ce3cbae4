import { instantOf, wallOf } from "#kit/std/wall-time.ts";

/** What happens to one player, and a campaign may wait for. */
export const campaignEvents = ["registration", "first_deposit", "deposit", "level_up"] as const;
export type CampaignEvent = (typeof campaignEvents)[number];

/** When a campaign chooses players: at times in the wall time of its zone, when they enter its segment, or when something happens to them. */
export type Schedule =
  | { readonly kind: "once"; readonly day: string; readonly time: string }
  | { readonly kind: "daily"; readonly time: string }
  /** 1 is Monday. */
  | { readonly kind: "weekly"; readonly weekday: number; readonly time: string }
  /** Looked at every hour. */
  | { readonly kind: "entered" }
  | { readonly kind: "event"; readonly on: CampaignEvent };

export const scheduleKinds = ["once", "daily", "weekly", "entered", "event"] as const;

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** The first time of the schedule after an instant, in milliseconds since 1970; undefined when it has ended, and for an event, which has none. */
export function nextTime(schedule: Schedule, zone: string, after: number): number | undefined {
  if (schedule.kind === "event") return undefined;
  if (schedule.kind === "entered") return (Math.floor(after / hourMs) + 1) * hourMs;
  if (schedule.kind === "once") {
    const at = instantOf(schedule.day, schedule.time, zone);
    return at > after ? at : undefined;
  }
  const today = Date.parse(`${wallOf(after, zone).slice(0, 10)}T00:00Z`);
  for (let ahead = 0; ahead <= 8; ahead++) {
    const day = new Date(today + ahead * dayMs);
    if (schedule.kind === "weekly" && (day.getUTCDay() || 7) !== schedule.weekday) continue;
    const at = instantOf(day.toISOString().slice(0, 10), schedule.time, zone);
    if (at > after) return at;
  }
  return undefined;
}
