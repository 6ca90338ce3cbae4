import * as z from "zod/mini";
import { notFound } from "#kit/contract/errors.ts";
import { dataOf } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { returnRefused } from "./errors.ts";

const link = z.nullable(z.string());

export const mirrorData = z.object({
  /** Where a visitor of this mirror is signed on from the main host; null on the main host, and in development. */
  sso: link,
  /** Content of the search engine's verification tag. */
  meta_yandex_verification: z.nullable(z.string()),
  /** The partners' own site. */
  revshare_service_frontend_url: link,
  telegram_channel_url: link,
});
export type MirrorData = z.output<typeof mirrorData>;

export const getMirror = route({
  method: "GET",
  path: "/mirror",
  module: "mirrors",
  caller: "anyone",
  moves: "nothing",
  summary: "The settings of the request's host name",
  output: dataOf(mirrorData),
});

export const initMirror = route({
  method: "POST",
  path: "/middleware/mirror",
  module: "mirrors",
  caller: "anyone",
  moves: "nothing",
  summary: "The same for a named host: the first step of a single-entry login",
  body: z.object({
    host: z
      .string("host_invalid")
      .check(z.maxLength(253, "host_invalid"), z.regex(/^[a-z0-9.-]+(:\d{1,5})?$/i, "host_invalid")),
    user_agent: z.string("user_agent_invalid").check(z.maxLength(1000, "user_agent_invalid")),
  }),
  output: dataOf(mirrorData),
  errors: [notFound],
});

const hexBytes = (key: string) => z.string(key).check(z.regex(/^[0-9a-f]{64}$/, key));

export const signOn = route({
  method: "GET",
  path: "/sso",
  module: "mirrors",
  caller: "anyone",
  moves: "nothing",
  summary:
    "For browsers, on the main API host: sends the visitor back to `return`, with `simpleAuthToken` if the main host has a session, else with `no_sso`. With a `grant` it opens the session first",
  query: z.object({
    return: z.string("return_invalid").check(z.maxLength(3000, "return_invalid")),
    /** SHA-256 of the mirror's 32 bytes, in hex. */
    state: z.optional(hexBytes("state_invalid")),
    grant: z.optional(z.string("grant_invalid").check(z.regex(/^[A-Za-z0-9_-]{43}$/, "grant_invalid"))),
  }),
  status: 302,
  errors: [returnRefused],
  rate: { burst: 60, perMinute: 60 },
});

export const getMirrorsToCheck = route({
  method: "GET",
  path: "/api/getMirrorsToCheck",
  module: "mirrors",
  caller: "player",
  moves: "nothing",
  summary: "The host names, with port, whose reachability the browser checks",
  output: dataOf(z.object({ domains: z.array(z.string()) })),
});

/** Milliseconds a probe took, or null if it failed. */
const probeTime = z.nullable(
  z.int("results_invalid").check(z.gte(0, "results_invalid"), z.lte(600_000, "results_invalid")),
);

const isShortList = (names: readonly string[]) => names.length > 0 && names.length <= 100;

export const sendMirrorResults = route({
  method: "POST",
  path: "/api/sendAntiBonusResult",
  module: "mirrors",
  caller: "player",
  moves: "nothing",
  byPage: true,
  summary: "The browser's results; unregistered names are ignored",
  body: z.object({
    results: z
      .record(z.string().check(z.maxLength(260, "results_invalid")), probeTime, "results_invalid")
      .check(z.refine(results => isShortList(Object.keys(results)), "results_invalid")),
  }),
  status: 204,
  rate: { burst: 10, perMinute: 2 },
});
