import * as z from "zod/mini";
import { currencyField, dataOf, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { officeChange, officeRead } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";

const providerField = z.string("provider_invalid").check(z.regex(/^[a-z][a-z0-9_-]{0,39}$/, "provider_invalid"));
const countryField = z.string("country_invalid").check(z.regex(/^[A-Z]{2}$/, "country_invalid"));

export const readCascade = route({
  ...officeRead("payments"),
  path: "/api/office/payment-providers",
  permission: "payments.read",
  summary: "The payment providers, which of them get no new orders, and in which order they are tried for new deposits",
  output: dataOf(
    z.object({
      /** In the configured order. */
      providers: z.array(
        z.object({
          name: z.string(),
          /** Whether it answers. */
          available: z.boolean(),
          /** It gets no new order: since when, and who decided so. */
          suspended: z.nullable(z.object({ since: timeField, operator: z.string(), reason: z.string() })),
        }),
      ),
      /** Set by operators; providers that an order does not name follow in the configured one. */
      orders: z.array(
        z.object({
          method: z.string(),
          currency: currencyField,
          /** Null: of all countries that have no order of their own. */
          country: z.nullable(z.string()),
          providers: z.array(z.string()),
        }),
      ),
    }),
  ),
});

export const setCascadeOrder = route({
  ...officeChange("payments"),
  method: "PUT",
  path: "/api/office/methods/:hash/cascade",
  permission: "methods.write",
  summary:
    "Sets in which order providers are tried for new deposits by a method and currency, in one country or in all; without providers the configured order holds again. Invoices that exist stay with their provider",
  params: z.object({ hash: z.string().check(z.maxLength(64, "method_unknown")) }),
  body: z.object({
    currency: currencyField,
    country: z.nullable(countryField),
    providers: z.array(providerField, "providers_invalid").check(z.maxLength(20, "providers_invalid")),
    reason: reasonField,
  }),
  status: 204,
});

export const suspendProvider = route({
  ...officeChange("payments"),
  method: "PUT",
  path: "/api/office/payment-providers/:provider",
  permission: "methods.write",
  summary:
    "Suspends a payment provider, which then gets no new deposits, payouts or returns, or resumes it; what it has got is booked until it ends",
  params: z.object({ provider: providerField }),
  body: z.object({ suspended: z.boolean("suspended_invalid"), reason: reasonField }),
  status: 204,
});
