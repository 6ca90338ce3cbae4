import * as z from "zod/mini";
import { currencyField, dataOf, moneyField, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { drawnAvatars } from "./drawn-avatars.ts";
import { nameChangeTooSoon } from "./errors.ts";
import { largestUpload } from "./upload-rules.ts";

export const subjects = ["name", "avatar"] as const;
export type Subject = (typeof subjects)[number];
export const decisions = ["approved", "rejected"] as const;
export type Decision = (typeof decisions)[number];
/** The reason sent to the player. */
export const rejectionReasons = ["offensive", "impersonation", "contacts", "illegal", "other"] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

/** The caller's name and picture, and their moderation state. */
const identity = z.object({
  name: z.string(),
  /** The public key of the picture. */
  avatar: z.string(),
  /** The key of the caller's seal: the default picture. */
  seal: z.string(),
  name_state: z.enum(["generated", "in_review", "approved"]),
  /** When the name may be changed next; null: now. */
  next_change_at: z.nullable(timeField),
  /** The last chosen name, if it was rejected. */
  rejected_name: z.nullable(z.object({ name: z.string(), why: z.enum(rejectionReasons) })),
  /** The last upload while it is in review, in base64 (WebP), or why it was rejected. */
  upload: z.nullable(
    z.object({
      state: z.enum(["in_review", "rejected"]),
      image: z.nullable(z.string()),
      why: z.nullable(z.enum(rejectionReasons)),
    }),
  ),
});
export type Identity = z.output<typeof identity>;

/** The name rules report errors themselves; longer texts are not parsed. */
const nameField = z.string("name_length").check(z.maxLength(200, "name_length"));

export const getIdentity = route({
  method: "GET",
  path: "/api/v1/profile/identity",
  module: "profiles",
  caller: "player",
  moves: "nothing",
  summary: "The caller's public name and avatar, and their moderation state",
  output: dataOf(identity),
});

export const checkName = route({
  method: "POST",
  path: "/api/v1/profile/identity/name/check",
  module: "profiles",
  caller: "player",
  moves: "nothing",
  summary: "Whether the caller could choose this name; `validation_failed` gives the reason",
  body: z.object({ name: nameField }),
  output: dataOf(z.object({ name: z.string() })),
  rate: { burst: 60, perMinute: 60 },
});

export const chooseName = route({
  method: "PUT",
  path: "/api/v1/profile/identity/name",
  module: "profiles",
  caller: "player",
  moves: "nothing",
  summary: "Chooses a public name, once in 30 days; it is shown at once and reviewed",
  body: z.object({ name: nameField }),
  output: dataOf(identity),
  errors: [nameChangeTooSoon],
  rate: { burst: 20, perMinute: 10 },
});

export const chooseAvatar = route({
  method: "PUT",
  path: "/api/v1/profile/identity/avatar",
  module: "profiles",
  caller: "player",
  moves: "nothing",
  summary: "Chooses a drawn avatar, or the seal with null; an upload that is shown or in review is withdrawn",
  body: z.object({ avatar: z.nullable(z.enum(drawnAvatars, "avatar_unknown")) }),
  output: dataOf(identity),
  rate: { burst: 30, perMinute: 20 },
});

export const uploadAvatar = route({
  method: "POST",
  path: "/api/v1/profile/identity/avatar/upload",
  module: "profiles",
  caller: "player",
  moves: "nothing",
  summary: "Uploads an avatar (JPEG, PNG or WebP, 8 MB, base64); others see it once it is approved",
  body: z.object({
    /** The browser's MIME type of the file; other types are refused. */
    type: z.string("avatar_type").check(z.maxLength(100, "avatar_type")),
    content: z.string("avatar_broken"),
  }),
  maxBody: Math.ceil(largestUpload / 3) * 4 + 4096,
  output: dataOf(identity),
  rate: { burst: 10, perMinute: 2 },
});

const publicProfile = z.object({
  name: z.string(),
  avatar: z.string(),
  /** A test account. */
  test: z.boolean(),
  /** Null where the player hides statistics. Settled bets only. */
  statistics: z.nullable(
    z.object({
      /** The day of the registration. */
      since: z.string(),
      bets: z.int(),
      wagered: z.array(z.object({ currency: currencyField, amount: moneyField })),
      biggest_win: z.nullable(
        z.object({
          game: z.string(),
          currency: currencyField,
          stake: moneyField,
          payout: moneyField,
        }),
      ),
      /** At most three, the most played first. */
      favourite_games: z.array(z.object({ game: z.string(), bets: z.int() })),
    }),
  ),
});
export type PublicProfile = z.output<typeof publicProfile>;

export const getPublicProfile = route({
  method: "GET",
  path: "/api/v1/players/:name",
  module: "profiles",
  caller: "anyone",
  moves: "nothing",
  summary: "A player's public profile, by name or public id; hidden and unknown ones are both `not_found`",
  params: z.object({ name: z.string() }),
  output: dataOf(publicProfile),
  rate: { burst: 60, perMinute: 60 },
});
