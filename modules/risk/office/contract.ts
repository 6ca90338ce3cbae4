import * as z from "zod/mini";
import { cursorField, dataOf, moneyField, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { bonusStatuses } from "#modules/bonuses/shared/contract.ts";
import { idParams, officeChange, officeRead, player } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";
import { bonusEnded } from "#modules/payments/shared/errors.ts";
import { riskCaseKinds, riskDecisions, riskOutcomes } from "#modules/risk/shared/cases.ts";
import { riskCaseClosed, riskCaseNotClaimed } from "#modules/risk/shared/errors.ts";
import { linkKinds } from "#modules/risk/shared/links.ts";
import { signalNames } from "#modules/risk/shared/signals.ts";

export const signals = z.array(
  z.object({
    name: z.enum(signalNames),
    points: z.int(),
    /** The accounts it is about, if it is about others. */
    players: z.array(player),
    count: z.int(),
  }),
);

const noteField = z.string("text_required").check(
  z.maxLength(2_000, "text_too_long"),
  z.refine(text => text.trim() !== "" && !text.includes("\u0000"), "text_required"),
);

const caseFields = z.object({
  id: uuidField,
  player,
  kind: z.enum(riskCaseKinds),
  /** What opened it, or held the bonus, where the score alone did not. */
  rule: z.nullable(z.object({ id: uuidField, name: z.string(), version: z.int() })),
  /** When it was opened. */
  score: z.int(),
  signals,
  opened_at: timeField,
  /** A person decides until then. */
  due_at: timeField,
  /** The bonus starts then without a decision; null where none waits. */
  waits_until: z.nullable(timeField),
  claimed_by: z.nullable(z.string()),
  /** Claimed by the operator who reads it. */
  mine: z.boolean(),
  closed_at: z.nullable(timeField),
  closed_by: z.nullable(z.string()),
  outcome: z.nullable(z.enum(riskOutcomes)),
  /** Why the operator decided so. */
  reason: z.nullable(z.string()),
});

const note = z.object({ author: z.string(), text: z.string(), written_at: timeField });

export const readRiskCases = route({
  ...officeRead("risk"),
  path: "/api/office/risk-cases",
  permission: "risk.read",
  summary: "Risk cases: open ones by due time, earliest first, or closed ones, newest first",
  query: z.object({ state: z.optional(z.enum(["open", "closed"], "state_invalid")), cursor: cursorField }),
  output: dataOf(z.object({ items: z.array(caseFields), next_cursor: z.nullable(uuidField) })),
});

export const readRiskScores = route({
  ...officeRead("risk"),
  path: "/api/office/risk-scores",
  permission: "risk.read",
  summary: "Players with fraud signals, the highest score first",
  query: z.object({ cursor: cursorField }),
  output: dataOf(
    z.object({
      items: z.array(z.object({ player, score: z.int(), signals, scored_at: timeField })),
      next_cursor: z.nullable(z.string()),
    }),
  ),
});

export const linkFields = z.object({
  from: player,
  to: player,
  kinds: z.array(z.enum(linkKinds)),
  /** Since when they have had the first of it in common. */
  since: timeField,
  /** How much it says that one person is behind both, in thousandths. */
  weight: z.int(),
});

export const readRiskOf = route({
  ...officeRead("risk"),
  path: "/api/office/risk-scores/:id",
  permission: "risk.read",
  summary: "Signals and links of a player as they are now, the accounts of their household, and cases",
  params: idParams,
  output: dataOf(
    z.object({
      player,
      score: z.int(),
      signals,
      scored_at: z.nullable(timeField),
      /** What the player has in common with others, the heaviest first. */
      links: z.array(linkFields),
      /** Accounts linked directly or over others, in three steps. */
      household: z.array(player),
      /** Links among them that are not the player's own. */
      household_links: z.array(linkFields),
      household_cut: z.boolean(),
      cases: z.array(
        z.extend(caseFields, {
          /** The first one first. */
          notes: z.array(note),
          bonus: z.nullable(
            z.object({
              id: uuidField,
              name: z.string(),
              amount: moneyField,
              currency: z.string(),
              status: z.enum(bonusStatuses),
            }),
          ),
        }),
      ),
    }),
  ),
});

export const claimRiskCase = route({
  ...officeChange("risk"),
  method: "POST",
  path: "/api/office/risk-cases/:id/claim",
  permission: "risk.decide",
  summary: "Claims a case, also from a colleague; required before any other action on it",
  params: idParams,
  status: 204,
  errors: [riskCaseClosed],
});

export const noteRiskCase = route({
  ...officeChange("risk"),
  method: "POST",
  path: "/api/office/risk-cases/:id/notes",
  permission: "risk.decide",
  summary: "Adds a note to a case; notes stay with it and are not changed",
  params: idParams,
  body: z.object({ text: noteField }),
  status: 204,
  errors: [riskCaseClosed],
});

export const decideRiskCase = route({
  ...officeChange("risk"),
  method: "POST",
  path: "/api/office/risk-cases/:id/decide",
  permission: "risk.decide",
  summary:
    "Decides a case: no fraud starts the bonus that waits; fraud requests that it be forfeited, which takes a second person",
  params: idParams,
  body: z.object({ outcome: z.enum(riskDecisions, "outcome_invalid"), reason: reasonField }),
  /** The request to forfeit; null where nothing was requested. */
  output: dataOf(z.object({ request: z.nullable(uuidField) })),
  errors: [riskCaseClosed, riskCaseNotClaimed, bonusEnded],
});

export type RiskCase = z.output<typeof caseFields>;
export type RiskScore = z.output<typeof readRiskScores.output>["data"]["items"][number];
export type RiskOfPlayer = z.output<typeof readRiskOf.output>["data"];
export type RiskLink = z.output<typeof linkFields>;
export type RiskSignals = z.output<typeof signals>;
