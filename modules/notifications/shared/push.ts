import * as z from "zod/mini";
import { dataOf, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";

/** Browsers of one player; the oldest makes room for another. */
export const pushDevicesMax = 10;

/** What is pushed: shown by the service worker. Encrypted for the browser; lock screens show it, so it names no amount and no contact. */
export interface PushedNotice {
  /** The entry's: a repeated delivery replaces the notification. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** The page that a press opens. */
  readonly path: string;
  /** BCP 47. */
  readonly language: string;
}

const device = z.object({
  id: uuidField,
  /** Browser and system, if known. */
  name: z.string(),
  created_at: timeField,
  /** Added by the caller's own session. */
  current: z.boolean(),
});

const push = dataOf(
  z.object({
    /** The `applicationServerKey` to subscribe with: an uncompressed P-256 point, base64url (RFC 8292). */
    public_key: z.string(),
    devices: z.array(device),
  }),
);

export type PushDevice = z.output<typeof device>;

const base64url = (bytes: number) =>
  z
    .string("push_key_invalid")
    .check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 8) / 6)}}$`), "push_key_invalid"));

export const getPush = route({
  method: "GET",
  path: "/api/v1/push",
  module: "notifications",
  caller: "player",
  moves: "nothing",
  summary: "The browsers that the caller's notices are pushed to, and the key to subscribe another one with",
  output: push,
});

export const postPush = route({
  method: "POST",
  path: "/api/v1/push",
  module: "notifications",
  caller: "player",
  moves: "nothing",
  summary:
    "Pushes the caller's notices to this browser until its session ends: a PushSubscription of the browser (RFC 8030, 8291)",
  body: z.object({
    /** Address at a push service that the operator allows. */
    endpoint: z.string("push_endpoint_invalid").check(z.maxLength(1_024, "push_endpoint_invalid")),
    keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
  }),
  output: push,
  rate: { burst: 20, perMinute: 10 },
});

export const deletePush = route({
  method: "DELETE",
  path: "/api/v1/push/:id",
  module: "notifications",
  caller: "player",
  moves: "nothing",
  summary: "Stops pushing to a browser of the caller",
  params: z.object({ id: uuidField }),
  output: push,
});
