import * as z from "zod/mini";
import { dataOf, plainText, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { tooManyAddresses } from "./errors.ts";

/** Saved addresses of one player. */
export const mostAddresses = 20;

const savedAddress = z.object({
  id: uuidField,
  /** The method it belongs to: a coin of `crypto-payouts`. */
  method_hash: z.string(),
  address: z.string(),
  name: z.string(),
  added_at: timeField,
  /** Payouts to it are allowed from this moment on, as the allow-list is now. */
  usable_from: timeField,
});

const addressBook = z.object({
  addresses: z.array(savedAddress),
  allow_list: z.object({
    /** Payouts in coins go to saved addresses only. */
    on: z.boolean(),
    /** It was switched off, and remains on until then. */
    off_from: z.nullable(timeField),
  }),
});

const common = { module: "payments", caller: "player", moves: "nothing", output: dataOf(addressBook) } as const;
const rate = { burst: 30, perMinute: 20 };

export const getAddressBook = route({
  ...common,
  method: "GET",
  path: "/api/v1/billing/addresses",
  summary: "The caller's saved payout addresses, and whether payouts in coins go to these only",
});

export const saveAddress = route({
  ...common,
  method: "POST",
  path: "/api/v1/billing/addresses",
  summary: "Saves a payout address; while the allow-list is on it can be used after 24 hours",
  body: z.object({
    method_hash: z.string("method_unknown").check(z.maxLength(64, "method_unknown")),
    address: z.string("address_invalid").check(z.maxLength(128, "address_invalid")),
    name: z.string("name_invalid").check(
      z.maxLength(40, "name_invalid"),
      z.regex(plainText, "name_invalid"),
      z.refine(text => text.trim() !== "", "name_invalid"),
    ),
  }),
  status: 201,
  errors: [tooManyAddresses],
  rate,
});

export const removeAddress = route({
  ...common,
  method: "DELETE",
  path: "/api/v1/billing/addresses/:id",
  summary: "Removes a saved address",
  params: z.object({ id: uuidField }),
  rate,
});

export const switchAllowList = route({
  ...common,
  method: "PUT",
  path: "/api/v1/billing/allow-list",
  summary: "Turns the allow-list on immediately, or off after 24 hours",
  body: z.object({ on: z.boolean("on_invalid") }),
  rate,
});

export type AddressBook = z.output<typeof addressBook>;
export type SavedAddress = z.output<typeof savedAddress>;
