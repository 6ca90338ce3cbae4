import { type TimelineEvent, type TimelineSource, timelineOf, timelinePage } from "#kit/db/timeline.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { agreementsOf } from "./agreements.ts";
import { peopleOf } from "./people-store.ts";

/** Registration, accepted terms, closing: a few for each player. */
export const accountTimeline: TimelineSource = {
  name: "account",
  ids: "name",
  async read(on, owner, before, limit) {
    const player = owner as unknown as PlayerId;
    const person = (await peopleOf(on, [player])).get(player);
    if (!person) return [];
    const events: TimelineEvent[] = (await agreementsOf(on, player)).map(({ version, agreedAt }) => ({
      id: `terms-${version}`,
      at: agreedAt,
      facts: { event: "terms_accepted", text: version },
    }));
    events.push({ id: "registered", at: person.registeredAt, facts: { event: "registered" } });
    if (person.closedAt) events.push({ id: "closed", at: person.closedAt, facts: { event: "closed" } });
    return timelinePage(events, before, limit);
  },
};

interface SessionRow {
  readonly id: string;
  readonly at: Date;
  readonly hostname: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly endedAt: Date | null;
  readonly endReason: string | null;
}

export const sessionTimeline = timelineOf<SessionRow>(
  "sessions",
  "uuid",
  `SELECT id, created_at AS at, hostname, ip, user_agent AS "userAgent", ended_at AS "endedAt", end_reason AS "endReason"
   FROM accounts.sessions WHERE player_id = $1 AND created_at <= $2 AND (created_at, id) < ($2, $3::uuid)
   ORDER BY created_at DESC, id DESC LIMIT $4`,
  ({ hostname, ip, userAgent, endedAt, endReason }) => ({
    event: "session",
    text: hostname,
    address: ip,
    device: userAgent,
    state: endReason,
    until: endedAt,
  }),
);

interface NoteEventRow {
  readonly id: string;
  readonly at: Date;
  readonly author: string;
  readonly text: string;
}

export const noteTimeline = timelineOf<NoteEventRow>(
  "notes",
  "uuid",
  `SELECT id, written_at AS at, author, text FROM accounts.notes
   WHERE player_id = $1 AND written_at <= $2 AND (written_at, id) < ($2, $3::uuid) ORDER BY written_at DESC, id DESC LIMIT $4`,
  ({ author, text }) => ({ event: "note", by: author, text }),
);
