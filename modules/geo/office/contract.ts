import * as z from "zod/mini";
import { dataOf, instantField, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { closedLonger, closureEnded, closureMissing } from "#modules/geo/shared/errors.ts";
import { everywhere, products } from "#modules/geo/shared/region.ts";
import { officeChange, officeRead } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";

/** A product of the site, or one of our own games: `game:dice`. */
export const productField = z.union(
  [z.enum(products), z.templateLiteral(["game:", z.string().check(z.regex(/^[a-z]{1,30}$/))])],
  "product_invalid",
);
/** `*`: everywhere. */
const countryField = z
  .string("country_invalid")
  .check(z.refine(text => text === everywhere || /^[A-Z]{2}$/.test(text), "country_invalid"));
const name = { country: countryField, product: productField };
/** Pages are closed by country only. */
const isClosable = ({ country, product }: { readonly country: string; readonly product: string }) =>
  country !== everywhere || product !== "all";

const closure = z.object({
  country: z.string(),
  product: productField,
  since: timeField,
  /** Null: until it is opened. */
  until: z.nullable(timeField),
  reason: z.nullable(z.string()),
  by: z.nullable(z.string()),
});
export type ClosureView = z.output<typeof closure>;

const change = z.object({
  number: z.int(),
  country: z.string(),
  product: productField,
  closed: z.boolean(),
  until: z.nullable(timeField),
  reason: z.nullable(z.string()),
  by: z.string(),
  at: timeField,
});

export const readRegions = route({
  ...officeRead("geo"),
  path: "/api/office/regions",
  permission: "regions.read",
  summary: "What is closed now, where and until when, and the last changes",
  output: dataOf(z.object({ closures: z.array(closure), changes: z.array(change) })),
});

export const closeRegion = route({
  ...officeChange("geo"),
  method: "POST",
  path: "/api/office/regions/close",
  permission: "regions.write",
  summary: "Closes a product in a country or everywhere from the commit on; open bets and payouts go on",
  body: z
    .object({ ...name, until: z.nullable(instantField), reason: reasonField })
    .check(z.refine(isClosable, { error: "product_invalid", path: ["product"] })),
  status: 204,
  errors: [closureEnded, closedLonger],
});

export const openRegion = route({
  ...officeChange("geo"),
  method: "POST",
  path: "/api/office/regions/open",
  permission: "regions.write",
  stepUp: true,
  summary: "Requests that something closed is opened: another operator approves",
  body: z.object({ ...name, reason: reasonField }),
  status: 202,
  output: dataOf(z.object({ request: uuidField, expires_at: timeField })),
  errors: [closureMissing],
});
