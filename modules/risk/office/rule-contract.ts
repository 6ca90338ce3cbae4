import * as z from "zod/mini";
import { dataOf, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { explainedFields, factFields, ruleField, ruleQuery } from "#modules/conditions/office/fields.ts";
import { ruleInvalid } from "#modules/conditions/shared/errors.ts";
import { idParams, nameField, officeChange, officeRead, player } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";
import { ratesUnavailable } from "#modules/rates/shared/errors.ts";
import { riskRuleChanged, riskRuleState } from "#modules/risk/shared/errors.ts";
import { mostTestDays, ruleEffects, ruleModes } from "#modules/risk/shared/rules.ts";

const versionField = z.int("version_invalid");
const given = {
  name: nameField(80),
  rule: ruleField,
  effect: z.enum(ruleEffects, "effect_invalid"),
  reason: reasonField,
};

/** What one version has matched and done. */
const figures = z.object({
  shadow_hits: z.int(),
  live_hits: z.int(),
  opened: z.int(),
  held: z.int(),
  fraud: z.int(),
  not_fraud: z.int(),
  waiting: z.int(),
  last_hit_at: z.nullable(timeField),
});

const version = z.object({
  version: z.int(),
  rule: z.unknown(),
  /** Null if a fact of it no longer exists. */
  sentence: z.nullable(z.string()),
  effect: z.enum(ruleEffects),
  created_by: z.string(),
  created_at: timeField,
  /** The first time it ran in shadow, and live. */
  shadowed_at: z.nullable(timeField),
  lived_at: z.nullable(timeField),
  figures,
});

const ruleFields = z.object({
  id: uuidField,
  name: z.string(),
  version: z.int(),
  shadow: z.nullable(z.object({ version: z.int(), since: timeField, may_be_live_at: timeField })),
  live: z.nullable(z.object({ version: z.int(), since: timeField })),
  /** It matched too many players, and was paused. */
  paused_at: z.nullable(timeField),
  /** The newest first. */
  versions: z.array(version),
});

export const readRiskRules = route({
  ...officeRead("risk"),
  path: "/api/office/risk-rules",
  permission: "risk.read",
  summary: "Risk rules with their versions and figures, live ones first, and the facts that rules are made of",
  output: dataOf(z.object({ rules: z.array(ruleFields), facts: z.array(factFields) })),
});

export const readRiskRule = route({
  ...officeRead("risk"),
  path: "/api/office/risk-rules/:id",
  permission: "risk.read",
  summary: "A risk rule with its versions, their figures, and the players it matched last",
  params: idParams,
  output: dataOf(
    z.object({
      rule: ruleFields,
      facts: z.array(factFields),
      hits: z.array(
        z.object({
          player,
          version: z.int(),
          mode: z.enum(ruleModes),
          /** What the rule compared when it matched the player first. */
          found: z.array(z.object({ name: z.string(), value: z.string() })),
          hit_at: timeField,
          last_at: timeField,
        }),
      ),
    }),
  ),
});

export const createRiskRule = route({
  ...officeChange("risk"),
  method: "POST",
  path: "/api/office/risk-rules",
  permission: "risk.rules",
  summary: "Saves a new risk rule; it runs nowhere yet",
  body: z.object(given),
  status: 201,
  output: dataOf(z.object({ id: uuidField })),
  errors: [ruleInvalid],
});

export const changeRiskRule = route({
  ...officeChange("risk"),
  method: "POST",
  path: "/api/office/risk-rules/:id",
  permission: "risk.rules",
  summary: "Saves a new version of a risk rule; the versions that run are not affected",
  params: idParams,
  body: z.object({ ...given, version: versionField }),
  output: dataOf(z.object({ version: z.int() })),
  errors: [ruleInvalid, riskRuleChanged],
});

export const ruleRuns = ["shadow", "live", "restored", "stopped"] as const;

export const runRiskRule = route({
  ...officeChange("risk"),
  method: "POST",
  path: "/api/office/risk-rules/:id/run",
  permission: "risk.rules",
  summary:
    "Runs a version in shadow; requests that one which ran in shadow for a day be made live, which takes a second person; restores one that was live; or stops the rule",
  params: idParams,
  body: z.object({ to: z.enum(ruleRuns, "to_invalid"), version: versionField, reason: reasonField }),
  /** The request to make it live; null where none is needed. */
  output: dataOf(z.object({ request: z.nullable(uuidField) })),
  errors: [riskRuleState, ruleInvalid],
});

export const previewRiskRule = route({
  ...officeRead("risk"),
  path: "/api/office/risk-rule-preview",
  permission: "risk.read",
  summary: "Players whom a rule matches now: their exact number, and 20 of them with reasons",
  query: z.object({ rule: ruleQuery }),
  output: dataOf(
    z.object({
      sentence: z.string(),
      matched: z.int(),
      samples: z.array(z.extend(explainedFields, { player })),
    }),
  ),
  errors: [ruleInvalid, ratesUnavailable],
});

const daysField = z
  .string("days_invalid")
  .check(z.refine(text => /^[1-9]\d?$/.test(text) && Number(text) <= mostTestDays, "days_invalid"));

export const testRiskRule = route({
  ...officeRead("risk"),
  path: "/api/office/risk-rule-test",
  permission: "risk.rules",
  summary:
    "What a rule would have matched on past days, and how it would have done on the cases that people decided in them",
  query: z.object({ rule: ruleQuery, days: daysField }),
  output: dataOf(
    z.object({
      days: z.array(z.object({ day: timeField, matched: z.int(), new: z.int() })),
      fraud_matched: z.int(),
      fraud_missed: z.int(),
      honest_matched: z.int(),
      honest_passed: z.int(),
      /** In thousandths; null where no case decides it. */
      precision: z.nullable(z.int()),
      recall: z.nullable(z.int()),
      /** Cases that it would have been wrong about, a day, in thousandths. */
      false_alarms_a_day: z.int(),
      /** Names of facts that were compared as they are now. */
      current: z.array(z.string()),
    }),
  ),
  errors: [ruleInvalid, ratesUnavailable],
});

export type RiskRule = z.output<typeof ruleFields>;
export type RiskRuleVersion = z.output<typeof version>;
export type RiskRuleHit = z.output<typeof readRiskRule.output>["data"]["hits"][number];
export type RuleRun = (typeof ruleRuns)[number];
