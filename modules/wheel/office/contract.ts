import * as z from "zod/mini";
import { amountField, currencyField, dataOf, moneyField, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import { officeChange, officeRead } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";

const eachCurrency = <T>(of: T) =>
  Object.fromEntries(currencyCodes.map(code => [code, of])) as unknown as Readonly<Record<Currency, T>>;

const sector = z.object({
  /** Hundredths of the top prize. */
  of: z.number("share_invalid"),
  /** Tickets of a million that win it. */
  odds: z.number("weight_invalid"),
});

const version = z.object({
  version: z.string(),
  from: timeField,
  state: z.enum(["past", "in_force", "upcoming"]),
  config_hash: z.string(),
  top: z.object(eachCurrency(moneyField)),
  prizes: z.array(z.object({ of: z.number(), odds: z.number() })),
  /** The expected cost of one spin, exactly. */
  cost: z.object(eachCurrency(moneyField)),
  /** Null for the first version, the default. */
  asked_by: z.nullable(z.string()),
  approved_by: z.nullable(z.string()),
  published_at: z.nullable(timeField),
});

export const readWheelPrizes = route({
  ...officeRead("wheel"),
  path: "/api/office/wheel",
  reads: ["wheel", "approvals"],
  permission: "wheel.read",
  summary: "Every version of the daily wheel's prizes, newest first, with the cost of a spin",
  output: dataOf(
    z.object({
      versions: z.array(version),
      ceilings: z.array(z.object({ currency: currencyField, top: moneyField })),
    }),
  ),
});

export const draftWheelPrizes = route({
  ...officeChange("wheel"),
  method: "POST",
  path: "/api/office/wheel/versions",
  permission: "wheel.write",
  summary:
    "Requests new prizes of the wheel; they take effect at the next midnight (UTC) after an owner has approved them",
  body: z.object({
    top: z.object(eachCurrency(amountField)),
    prizes: z.array(sector, "sectors_invalid").check(z.maxLength(100, "sectors_too_many")),
    reason: reasonField,
  }),
  status: 202,
  output: dataOf(z.object({ request: uuidField, expires_at: timeField, cost: z.object(eachCurrency(moneyField)) })),
});

export type WheelPrizesView = z.output<typeof readWheelPrizes.output>["data"];
export type WheelVersionView = WheelPrizesView["versions"][number];
