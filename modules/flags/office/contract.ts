import * as z from "zod/mini";
import { dataOf, instantField, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { flagUnchanged } from "#modules/flags/shared/errors.ts";
import { everywhere } from "#modules/flags/shared/flag.ts";
import { officeChange, officeRead } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";

const valueField = z.union([z.boolean(), z.int()], "flag_value_invalid");
export const flagField = z
  .string("flag_invalid")
  .check(z.regex(/^[a-z][a-z_]*\.[a-z][a-z_]*$/, "flag_invalid"), z.maxLength(60, "flag_invalid"));
/** `*`: everywhere. */
export const flagRegionField = z
  .string("country_invalid")
  .check(z.refine(text => text === everywhere || /^[A-Z]{2}$/.test(text), "country_invalid"));
/** A value and its end; null restores the default. */
export const flagSetField = z.nullable(z.object({ value: valueField, until: instantField }));

const setting = z.object({
  region: z.string(),
  value: valueField,
  until: timeField,
  reason: z.string(),
  asked_by: z.string(),
  set_by: z.string(),
  set_at: timeField,
});

const flag = z.object({
  name: z.string(),
  type: z.enum(["boolean", "integer"]),
  /** The least value of a whole number, and below it the most. */
  least: z.nullable(z.int()),
  most: z.nullable(z.int()),
  /** The value where none is set. */
  initial: valueField,
  /** What is set and has not expired. */
  settings: z.array(setting),
});
export type FlagView = z.output<typeof flag>;

const change = z.object({
  number: z.int(),
  flag: z.string(),
  region: z.string(),
  /** Null: the default again. */
  value: z.nullable(valueField),
  until: z.nullable(timeField),
  reason: z.string(),
  asked_by: z.string(),
  set_by: z.string(),
  at: timeField,
});

export const readFlags = route({
  ...officeRead("flags"),
  path: "/api/office/flags",
  permission: "flags.read",
  summary: "The flags that the program declares, what is set in which country and until when, and the last changes",
  output: dataOf(z.object({ flags: z.array(flag), changes: z.array(change) })),
});

export const setFlag = route({
  ...officeChange("flags"),
  method: "POST",
  path: "/api/office/flags/set",
  permission: "flags.write",
  stepUp: true,
  summary:
    "Requests that a flag gets a value in a country or everywhere (`*`) until a time, at most 366 days ahead, or its default again: another owner approves, and every process follows within two seconds",
  body: z.object({ flag: flagField, region: flagRegionField, set: flagSetField, reason: reasonField }),
  status: 202,
  output: dataOf(z.object({ request: uuidField, expires_at: timeField })),
  errors: [flagUnchanged],
});

const runningSetting = z.object({
  name: z.string(),
  /** Null: not set, or not shown. */
  value: z.nullable(z.string()),
  /** `secret`: only whether it is set. */
  shows: z.enum(["value", "secret"]),
  is_set: z.boolean(),
  /** The value is the default: the environment does not name it. */
  is_default: z.boolean(),
});
export type RunningSetting = z.output<typeof runningSetting>;

export const readSettings = route({
  ...officeRead("flags"),
  path: "/api/office/settings",
  permission: "flags.read",
  summary:
    "The settings of the process that answers, as it read them at its start; of secrets only whether they are set",
  reads: [],
  /** The name of this process among the nodes, if it has one. */
  output: dataOf(z.object({ node: z.nullable(z.string()), settings: z.array(runningSetting) })),
});
