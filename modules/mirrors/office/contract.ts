import * as z from "zod/mini";
import { dataOf, plainText, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { faultOfHostName } from "#modules/mirrors/shared/host-name.ts";
import { officeChange, officeRead, withReason } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";

const hostnameField = z
  .string("host_invalid")
  .check(z.refine(name => faultOfHostName(name) === undefined, "host_invalid"));
const one = z.object({
  hostname: z.string("host_invalid").check(z.maxLength(253, "host_invalid"), z.regex(/^[a-z0-9.-]+$/, "host_invalid")),
});
const webAddress = /^https?:\/\/[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?([/?#][^\s\\]*)?$/i;
const linkField = z.nullable(
  z.string("link_invalid").check(z.maxLength(500, "link_invalid"), z.regex(webAddress, "link_invalid")),
);

const mirror = z.object({
  hostname: z.string(),
  /** The name of the deployment itself: it has no other one. */
  main: z.boolean(),
  url: z.string(),
  registered_at: z.nullable(timeField),
  telegram_channel_url: z.nullable(z.string()),
  revshare_service_frontend_url: z.nullable(z.string()),
  meta_yandex_verification: z.nullable(z.string()),
  /** What the server found; null before the first check. */
  check: z.nullable(
    z.object({
      at: timeField,
      fault: z.nullable(z.enum(["address", "certificate", "answer"])),
      /** Null where names are served without https. */
      certificate_until: z.nullable(timeField),
    }),
  ),
  /** What browsers of players found in the last seven days, by the country of their address. */
  reachability: z.array(
    z.object({
      country: z.nullable(z.string()),
      reached: z.int(),
      failed: z.int(),
      /** Average time of those that reached it; null if none did. */
      average_ms: z.nullable(z.int()),
    }),
  ),
});
export type MirrorView = z.output<typeof mirror>;

export const readMirrors = route({
  ...officeRead("mirrors"),
  path: "/api/office/mirrors",
  permission: "regions.read",
  summary: "Host names of this deployment: whether they answer, their certificates, and who reaches them",
  output: dataOf(z.array(mirror)),
});

export const readMirrorSessions = route({
  ...officeRead("mirrors"),
  path: "/api/office/mirrors/:hostname/sessions",
  permission: "regions.read",
  summary: "How many sessions end if a mirror is retired",
  params: one,
  output: dataOf(z.object({ sessions: z.int() })),
});

export const setMirror = route({
  ...officeChange("mirrors"),
  method: "POST",
  path: "/api/office/mirrors",
  permission: "regions.write",
  stepUp: true,
  summary: "Requests a new mirror, or other links on a name: another operator approves",
  body: z.object({
    hostname: hostnameField,
    telegram_channel_url: linkField,
    revshare_service_frontend_url: linkField,
    meta_yandex_verification: z.nullable(
      z
        .string("verification_invalid")
        .check(
          z.minLength(1, "verification_invalid"),
          z.maxLength(100, "verification_invalid"),
          z.regex(plainText, "verification_invalid"),
        ),
    ),
    reason: reasonField,
  }),
  status: 202,
  output: dataOf(z.object({ request: uuidField, expires_at: timeField })),
});

export const retireMirror = route({
  ...officeChange("mirrors"),
  method: "POST",
  path: "/api/office/mirrors/:hostname/retire",
  permission: "regions.write",
  stepUp: true,
  summary: "Retires a mirror: sessions that were opened on it end with the same commit",
  params: one,
  body: withReason,
  status: 204,
});

export const checkMirror = route({
  ...officeChange("mirrors"),
  method: "POST",
  path: "/api/office/mirrors/:hostname/check",
  permission: "regions.write",
  summary: "Checks a name from the server in a few seconds",
  params: one,
  status: 204,
  rate: { burst: 20, perMinute: 20 },
});
