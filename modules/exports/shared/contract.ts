import * as z from "zod/mini";
import { dataOf, timeField, uuidField } from "#kit/contract/fields.ts";
import { workbookType } from "#kit/contract/file-types.ts";
import { fileBytes, filePieces, route } from "#kit/contract/route.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";
import { revealLimit } from "#modules/operators/shared/errors.ts";
import { exportGone, exportHeld, exportLimit, exportNotHeld, exportNotReady, pseudonymUnknown } from "./errors.ts";
import { pseudonymPattern } from "./pseudonym.ts";

const mostFilters = 20;
const filterText = z.string("filters_invalid").check(z.maxLength(200, "filters_invalid"));

const order = z.object({
  /** In each row of the file. */
  id: uuidField,
  list: z.string(),
  filters: z.record(z.string(), z.string()),
  reason: z.string(),
  /** `held`: it requires a second operator; `refused`: the operator may no longer read the list. */
  state: z.enum(["waiting", "held", "ready", "fetched", "expired", "refused"]),
  rows: z.nullable(z.number()),
  /** SHA-256 of the rows and their heading, in hex. */
  sha256: z.nullable(z.string()),
  ordered_at: timeField,
  expires_at: z.nullable(timeField),
});
export type OrderView = z.output<typeof order>;

export const orderExport = route({
  module: "exports",
  caller: "operator",
  moves: "nothing",
  method: "POST",
  path: "/api/office/exports",
  permission: "exports.read",
  summary: "Orders a CSV file of a list with these filters; takes the list's own permission too",
  body: z.object({
    list: z.string("list_unknown").check(z.maxLength(40, "list_unknown")),
    filters: z
      .record(z.string().check(z.maxLength(40, "filters_invalid")), filterText, "filters_invalid")
      .check(z.refine(given => Object.keys(given).length <= mostFilters, "filters_invalid")),
    reason: reasonField,
  }),
  status: 202,
  output: dataOf(order),
  errors: [exportLimit],
});

export const readExports = route({
  module: "exports",
  caller: "operator",
  moves: "nothing",
  method: "GET",
  path: "/api/office/exports",
  permission: "exports.read",
  summary: "The caller's last fifty files, newest first",
  output: dataOf(z.array(order)),
});

export const fetchExport = route({
  module: "exports",
  caller: "operator",
  moves: "nothing",
  method: "GET",
  path: "/api/office/exports/:id/file",
  stepUp: true,
  permission: "exports.read",
  summary: "A file that the caller ordered, once, while they may read its list",
  params: z.object({ id: uuidField }),
  file: "text/csv",
  output: filePieces,
  errors: [exportNotReady, exportHeld, exportGone],
});

export const fetchWorkbook = route({
  module: "exports",
  caller: "operator",
  moves: "nothing",
  method: "GET",
  path: "/api/office/exports/:id/workbook",
  stepUp: true,
  permission: "exports.read",
  summary: "The same file as a workbook (XLSX); either is fetched, once",
  params: z.object({ id: uuidField }),
  file: workbookType,
  output: fileBytes,
  errors: [exportNotReady, exportHeld, exportGone],
});

export const releaseExport = route({
  module: "exports",
  caller: "operator",
  moves: "nothing",
  method: "POST",
  path: "/api/office/exports/:id/release",
  stepUp: true,
  permission: "exports.read",
  summary: "Requests that a file with players and more than 1,000 rows be released; another operator approves",
  params: z.object({ id: uuidField }),
  status: 202,
  output: dataOf(z.object({ request: uuidField, expires_at: timeField })),
  errors: [exportNotHeld],
});

export const resolvePseudonym = route({
  module: "exports",
  caller: "operator",
  moves: "nothing",
  method: "POST",
  path: "/api/office/pseudonyms/resolve",
  stepUp: true,
  permission: "players.resolve",
  summary: "The player behind a pseudonym of a file; counts as a reveal, and the audit log records the reason",
  body: z.object({
    pseudonym: z.string("pseudonym_invalid").check(z.regex(pseudonymPattern, "pseudonym_invalid")),
    reason: reasonField,
  }),
  output: dataOf(z.object({ player: uuidField })),
  errors: [pseudonymUnknown, revealLimit],
});
