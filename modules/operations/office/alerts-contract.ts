import * as z from "zod/mini";
import { dataOf, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { officeChange, officeRead } from "#modules/operators/office/fields.ts";
import { alertGone, alertOwned } from "../shared/errors.ts";

const alertField = z.string("alert_invalid").check(z.minLength(1, "alert_invalid"), z.maxLength(300, "alert_invalid"));

/** Operators who may own an alert. */
export const readAlertOwners = route({
  ...officeRead("operations"),
  path: "/api/office/alerts/owners",
  reads: ["operators"],
  permission: "alerts.own",
  summary: "Operators to whom an alert can be handed over",
  output: dataOf(z.array(z.object({ id: uuidField, name: z.string() }))),
});

export const takeAlert = route({
  ...officeChange("operations"),
  method: "POST",
  path: "/api/office/alerts/take",
  permission: "alerts.own",
  summary: "Makes the caller the owner of an alert of the dashboard, until its cause has gone",
  body: z.object({
    alert: alertField,
    /** The owner whom the caller has seen: taking it from somebody is deliberate. */
    from: z.nullable(uuidField),
  }),
  status: 204,
  errors: [alertGone, alertOwned],
});

export const handOverAlert = route({
  ...officeChange("operations"),
  method: "POST",
  path: "/api/office/alerts/hand-over",
  permission: "alerts.own",
  summary: "Makes another operator the owner of the caller's alert",
  body: z.object({ alert: alertField, to: uuidField }),
  status: 204,
  errors: [alertGone, alertOwned],
});
