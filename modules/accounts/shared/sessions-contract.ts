import * as z from "zod/mini";
import { dataOf, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";

/** A signed-in browser, as its player sees it. */
const ownSession = z.object({
  id: z.string(),
  /** The calling session. */
  current: z.boolean(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  kind: z.enum(["phone", "tablet", "desktop"]),
  /** The host name it signed in on. */
  host: z.string(),
  /** The address it was last seen at. */
  ip: z.string(),
  /** ISO 3166 of that address; null if unknown. */
  country: z.nullable(z.string()),
  /** Its name in the caller's language: browsers have no country names in Kazakh. */
  country_name: z.nullable(z.string()),
  created_at: timeField,
  seen_at: timeField,
});

export const listSessions = route({
  method: "GET",
  path: "/api/v1/sessions",
  module: "accounts",
  caller: "player",
  moves: "nothing",
  summary: "The player's active sessions, one per browser: the current one first, then by last activity",
  output: dataOf(z.array(ownSession)),
});

export const listPastSessions = route({
  method: "GET",
  path: "/api/v1/sessions/history",
  module: "accounts",
  caller: "player",
  moves: "nothing",
  summary: "The player's last thirty sessions, including ended ones, newest first",
  output: dataOf(z.array(z.extend(ownSession, { ended_at: z.nullable(timeField) }))),
});

export const endSession = route({
  method: "DELETE",
  path: "/api/v1/sessions/:id",
  module: "accounts",
  caller: "player",
  moves: "nothing",
  summary:
    "Ends one of the player's own sessions and what sign-on carried from it to other hosts; their sockets close within a second",
  params: z.object({ id: uuidField }),
  status: 204,
});

export const endOtherSessions = route({
  method: "POST",
  path: "/api/v1/sessions/end-others",
  module: "accounts",
  caller: "player",
  moves: "nothing",
  summary: "Ends every session of the player except those of this browser",
  output: dataOf(z.object({ ended: z.number() })),
});

export type PastSession = z.output<typeof listPastSessions.output>["data"][number];
export type OwnSession = z.output<typeof ownSession>;
