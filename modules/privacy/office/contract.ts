import * as z from "zod/mini";
import { dataOf, timeField, uuidField } from "#kit/contract/fields.ts";
import { fileBytes, route } from "#kit/contract/route.ts";
import { idParams, officeChange, officeRead, withReason } from "#modules/operators/office/fields.ts";
import { copyGone, copyLimit, copyNotReady, erasedAlready, eraseRefused } from "../shared/errors.ts";

const copy = z.object({
  /** In the file, as `export_id`. */
  id: uuidField,
  operator: z.string(),
  /** Whether the caller ordered it: nobody else can fetch it. */
  mine: z.boolean(),
  reason: z.string(),
  /** `refused`: its operator could no longer order copies, or the player was erased. */
  state: z.enum(["waiting", "ready", "fetched", "expired", "refused"]),
  /** SHA-256 of the copy's data, in hex. */
  sha256: z.nullable(z.string()),
  ordered_at: timeField,
  expires_at: z.nullable(timeField),
});
export type CopyView = z.output<typeof copy>;

export const orderCopy = route({
  ...officeChange("privacy"),
  method: "POST",
  path: "/api/office/players/:id/copies",
  permission: "players.copy",
  summary:
    "Orders a copy of a player's data, with operators' notes for review; while the caller's last one is being made, returns that one",
  params: idParams,
  body: withReason,
  status: 202,
  output: dataOf(copy),
  errors: [copyLimit],
});

export const readCopies = route({
  ...officeRead("privacy"),
  path: "/api/office/players/:id/copies",
  permission: "players.copy",
  summary: "The last twenty copies of a player's data that operators ordered, newest first",
  params: idParams,
  output: dataOf(z.array(copy)),
});

export const fetchCopy = route({
  ...officeRead("privacy"),
  path: "/api/office/copies/:id/file",
  stepUp: true,
  permission: "players.copy",
  summary: "A copy that the caller ordered, once, within 24 hours",
  params: idParams,
  file: "application/json",
  output: fileBytes,
  errors: [copyNotReady, copyGone],
});

const erasure = z.object({
  erased_at: timeField,
  /** Id of the request that two operators decided. */
  request: uuidField,
  /** Until when identity, documents and means of payment are kept, because the law requires it; null where nothing had to be. */
  keep_until: z.nullable(timeField),
  /** When the rest was erased. */
  completed_at: z.nullable(timeField),
});
export type ErasureView = z.output<typeof erasure>;

export const readErasure = route({
  ...officeRead("privacy"),
  path: "/api/office/players/:id/erasure",
  permission: "players.read",
  summary: "Whether a player's personal data was erased, and until when the law requires to keep a part of it",
  params: idParams,
  output: dataOf(z.nullable(erasure)),
});

export const erasePlayer = route({
  ...officeChange("privacy"),
  method: "POST",
  path: "/api/office/players/:id/erase",
  stepUp: true,
  permission: "players.erase",
  summary:
    "Requests that a player's personal data be erased; another operator has to approve it. Ledger, bets and audit log stay",
  params: idParams,
  body: withReason,
  status: 202,
  output: dataOf(z.object({ request: uuidField, expires_at: timeField })),
  errors: [erasedAlready, eraseRefused],
});
