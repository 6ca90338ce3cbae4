import * as z from "zod/mini";
import { dataOf, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { tooManyLogins } from "#modules/accounts/shared/errors.ts";
import { accountNotEmpty, exportNotReady } from "./errors.ts";

/** A copy of all that is known of a person, in the making or ready. */
export const exportView = z.object({
  id: uuidField,
  status: z.enum(["waiting", "ready"]),
  /** Parts of the house that have been asked, of how many. */
  step: z.number(),
  steps: z.number(),
  requested_at: timeField,
  ready_at: z.nullable(timeField),
  /** When the copy is deleted. */
  expires_at: timeField,
});

const common = { module: "privacy", caller: "player", moves: "nothing" } as const;

export const requestExport = route({
  ...common,
  method: "POST",
  path: "/api/v1/privacy/export",
  summary: "Has a copy made of everything the house knows of the caller; while one is in the making, that one",
  status: 202,
  output: dataOf(exportView),
  rate: { burst: 60, perMinute: 10 },
});

export const getExport = route({
  ...common,
  method: "GET",
  path: "/api/v1/privacy/export",
  summary: "The caller's last copy that is not deleted, or null",
  output: dataOf(z.nullable(exportView)),
});

export const getExportFile = route({
  ...common,
  method: "GET",
  path: "/api/v1/privacy/export/:id/file",
  summary: "The copy itself: what each part of the house knows, by its name",
  params: z.object({ id: uuidField }),
  output: dataOf(z.record(z.string(), z.unknown())),
  errors: [exportNotReady],
  rate: { burst: 60, perMinute: 10 },
});

/** As exact as a balance is. */
const restField = z
  .string("give_up_invalid")
  .check(z.regex(/^(0|[1-9][0-9]{0,12})(\.[0-9]{1,6})?$/, "give_up_invalid"));

export const closeAccount = route({
  ...common,
  method: "POST",
  path: "/api/v1/privacy/close-account",
  summary: "Closes the account for good: every session ends, contacts are let go, books are kept",
  body: z.object({
    /** Needed where the account has one. */
    password: z.optional(z.string("password_invalid").check(z.maxLength(128, "password_too_long"))),
    /** That it is meant. */
    confirm: z.literal(true, "confirm_required"),
    /** What is given up, by currency: exactly what `account_not_empty` named in `data.rests`. */
    give_up: z.optional(
      z
        .record(z.string().check(z.regex(/^[A-Z]{3}$/, "give_up_invalid")), restField, "give_up_invalid")
        .check(z.refine(sums => Object.keys(sums).length <= 10, "give_up_invalid")),
    ),
  }),
  status: 204,
  errors: [tooManyLogins, accountNotEmpty],
  rate: { burst: 60, perMinute: 5 },
});

export type ExportView = z.output<typeof exportView>;
