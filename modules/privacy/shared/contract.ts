import * as z from "zod/mini";
import { dataOf, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { proofRequired, tooManyLogins } from "#modules/accounts/shared/errors.ts";
import { accountNotEmpty, exportNotReady } from "./errors.ts";

/** A copy of a person's data, in progress or ready. */
export const exportView = z.object({
  id: uuidField,
  status: z.enum(["waiting", "ready"]),
  /** Modules collected, of how many. */
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
  summary: "Requests a copy of the caller's personal data; while one is in progress, returns that one",
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
  summary: "The copy itself: the data of each module, by its name",
  params: z.object({ id: uuidField }),
  output: dataOf(z.record(z.string(), z.unknown())),
  errors: [exportNotReady],
  rate: { burst: 60, perMinute: 10 },
});

/** As exact as a balance. */
const restField = z
  .string("give_up_invalid")
  .check(z.regex(/^(0|[1-9][0-9]{0,12})(\.[0-9]{1,6})?$/, "give_up_invalid"));

export const closeAccount = route({
  ...common,
  method: "POST",
  path: "/api/v1/privacy/close-account",
  summary: "Closes the account permanently: every session ends, contacts are released, the books are retained",
  body: z.object({
    /** Needed where the account has one. */
    password: z.optional(z.string("password_invalid").check(z.maxLength(128, "password_too_long"))),
    /** Confirms the intention. */
    confirm: z.literal(true, "confirm_required"),
    /** The amounts given up, by currency: exactly those in `data.rests` of `account_not_empty`. */
    give_up: z.optional(
      z
        .record(z.string().check(z.regex(/^[A-Z]{3}$/, "give_up_invalid")), restField, "give_up_invalid")
        .check(z.refine(sums => Object.keys(sums).length <= 10, "give_up_invalid")),
    ),
  }),
  status: 204,
  errors: [proofRequired, tooManyLogins, accountNotEmpty],
  rate: { burst: 60, perMinute: 5 },
});

export type ExportView = z.output<typeof exportView>;
