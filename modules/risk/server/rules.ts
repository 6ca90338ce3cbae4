import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { AskedRequest, Asker } from "#modules/approvals/server/index.ts";
import { sentenceOf } from "#modules/conditions/shared/sentence.ts";
import { riskRuleChanged, riskRuleState } from "../shared/errors.ts";
import { type RuleEffect, shadowAtLeastMs } from "../shared/rules.ts";
import type { RiskNeeds } from "./needs.ts";
import * as store from "./rule-store.ts";

export const liveRequest = "risk.rule_live";
export const ruleSubject = (id: string) => `risk_rule:${id}`;

export interface GivenRule {
  readonly name: string;
  readonly rule: unknown;
  readonly effect: RuleEffect;
}

type RuleNeeds = Pick<RiskNeeds, "host" | "conditions" | "approvals" | "audit">;

/** What a version of a rule is, for the audit log and for who approves it. */
export interface RuleTerms extends Readonly<Record<string, Json>> {
  readonly name: string;
  readonly version: number;
  readonly rule: string;
  readonly effect: RuleEffect;
}

function termsOf(
  { conditions }: Pick<RuleNeeds, "conditions">,
  { name }: Pick<store.RuleRow, "name">,
  { version, rule, effect }: Pick<store.VersionRow, "version" | "rule" | "effect">,
): RuleTerms {
  return { name, version, rule: sentenceOf(conditions.parse(rule), conditions.wording("en"), "en"), effect };
}

/** A new rule; it runs nowhere yet. Fails with `rule_invalid`. */
export async function createRule(
  needs: RuleNeeds,
  tx: Tx,
  given: GivenRule,
  by: string,
): Promise<{ readonly id: Uuid; readonly terms: RuleTerms }> {
  const { host, conditions } = needs;
  const id = host.ids.next();
  const version = { version: 1, rule: conditions.parse(given.rule), effect: given.effect };
  await store.insertRule(tx, id, given.name);
  await store.insertVersion(tx, id, { ...version, createdBy: by, createdAt: new Date(host.clock.now()) });
  return { id, terms: termsOf(needs, given, version) };
}

/** Saves a new version over the newest; running versions are not affected. Fails with `not_found`, `risk_rule_changed`, `rule_invalid`. */
export async function changeRule(
  needs: RuleNeeds,
  tx: Tx,
  { id, version, ...given }: GivenRule & { readonly id: string; readonly version: number },
  by: string,
): Promise<RuleTerms> {
  const { host, conditions } = needs;
  const row = (await store.ruleById(tx, id, "FOR UPDATE")) ?? fail(notFound);
  if (row.version !== version) fail(riskRuleChanged, { data: { version: row.version } });
  const next = { version: version + 1, rule: conditions.parse(given.rule), effect: given.effect };
  await store.nameRule(tx, row.id, { name: given.name, version: next.version });
  await store.insertVersion(tx, row.id, { ...next, createdBy: by, createdAt: new Date(host.clock.now()) });
  return termsOf(needs, given, next);
}

interface Named {
  readonly id: string;
  readonly version: number;
}

/** A version runs beside the live one and does nothing: what it matches is counted. */
export async function shadowRule(needs: RuleNeeds, tx: Tx, named: Named): Promise<RuleTerms> {
  const { row, version } = await lockVersion(tx, named);
  const terms = termsOf(needs, row, version);
  await store.runInShadow(tx, row.id, version.version, new Date(needs.host.clock.now()));
  return terms;
}

/** Requests that the version in shadow be made live. Fails with `risk_rule_state` before it ran a day in shadow. */
export async function askLive(
  needs: RuleNeeds,
  tx: Tx,
  named: Named,
  { reason, by }: { readonly reason: string; readonly by: Asker },
): Promise<{ readonly terms: RuleTerms; readonly request: AskedRequest }> {
  const { row, version } = await lockVersion(tx, named);
  checkShadow(needs, row, version.version);
  const terms = termsOf(needs, row, version);
  const payload = { id: row.id, ...terms };
  return {
    terms,
    request: await needs.approvals.ask(tx, { kind: liveRequest, subject: ruleSubject(row.id), payload, reason }, by),
  };
}

/** A version that two people made live before, live again: by one person, at once. */
export async function restoreRule(needs: RuleNeeds, tx: Tx, named: Named): Promise<RuleTerms> {
  const { row, version } = await lockVersion(tx, named);
  if (version.livedAt === null) refuse("never_live");
  const terms = termsOf(needs, row, version);
  await store.runLive(tx, row.id, version.version, new Date(needs.host.clock.now()));
  return terms;
}

/** Neither live nor in shadow from the commit on; cases that it opened stay. */
export async function stopRule(needs: RuleNeeds, tx: Tx, named: Named): Promise<RuleTerms> {
  const { row, version } = await lockVersion(tx, named);
  if (row.liveVersion === null && row.shadowVersion === null) refuse("not_running");
  await store.stopRule(tx, row.id);
  return termsOf(needs, row, version);
}

const named = z.object({ id: z.uuid(), version: z.int() });

/** A rule is made live by a second person's approval. */
export function registerLive(needs: RuleNeeds): void {
  const { approvals, audit, host } = needs;
  approvals.register({
    kind: liveRequest,
    permission: "risk.rules",
    reads: "risk.read",
    needs: 1,
    async versionOf(on, { payload }) {
      const row = await store.ruleById(on, z.parse(named, payload).id);
      return [row?.version, row?.shadowVersion, row?.shadowSince?.getTime(), row?.liveVersion].join(":");
    },
    async run(tx, request, by) {
      const { row, version } = await lockVersion(tx, z.parse(named, request.payload));
      checkShadow(needs, row, version.version);
      const terms = termsOf(needs, row, version);
      await store.runLive(tx, row.id, version.version, new Date(host.clock.now()));
      await audit.record(tx, by, {
        action: "risk.rule_live",
        subject: ruleSubject(row.id),
        reason: request.reason,
        before: { version: row.liveVersion },
        after: { ...terms, asked_by: request.askedName, request: request.id },
      });
    },
  });
}

function checkShadow({ host }: Pick<RuleNeeds, "host">, row: store.RuleRow, version: number): void {
  if (row.shadowVersion !== version || row.shadowSince === null) refuse("shadow_first");
  else if (host.clock.now() - row.shadowSince.getTime() < shadowAtLeastMs) refuse("shadow_short");
}

async function lockVersion(tx: Tx, { id, version }: Named) {
  const row = (await store.ruleById(tx, id, "FOR UPDATE")) ?? fail(notFound);
  return { row, version: (await store.versionOf(tx, row.id, version)) ?? fail(notFound) };
}

const refuse = (why: "shadow_first" | "shadow_short" | "never_live" | "not_running") =>
  fail(riskRuleState, { data: { why } });
