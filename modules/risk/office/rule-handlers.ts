import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import { readReport } from "#kit/db/office-reads.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { type Locale, languageOf } from "#kit/i18n/locale.ts";
import { type Accounts, namesOf } from "#modules/accounts/server/index.ts";
import type { Asker } from "#modules/approvals/server/index.ts";
import { act, requestAction } from "#modules/audit/server/index.ts";
import { explainedView, factViews, readRuleText, sentenceOrNull } from "#modules/conditions/server/index.ts";
import { sentenceOf } from "#modules/conditions/shared/sentence.ts";
import {
  askLive,
  backTest,
  changeRule,
  createRule,
  previewRule,
  type Risk,
  restoreRule,
  ruleStore,
  ruleSubject,
  shadowRule,
  stopRule,
} from "#modules/risk/server/index.ts";
import { shadowAtLeastMs } from "#modules/risk/shared/rules.ts";
import * as contract from "./rule-contract.ts";

const mostRules = 200;
const mostHits = 100;

interface Needs {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly risk: Pick<Risk, "needs">;
}

/** Risk rules: versions, what they would do, what they do. */
export function ruleHandlers(needs: Needs): readonly Handler[] {
  return [...readHandlers(needs), ...tryHandlers(needs), ...actHandlers(needs)];
}

function readHandlers(needs: Needs): readonly Handler[] {
  const { host, risk } = needs;
  const { conditions } = risk.needs;
  return [
    handle(contract.readRiskRules, async ({ locale }) => ({
      data: {
        rules: await ruleViews(needs, await ruleStore.readRules(host.db, mostRules), locale),
        facts: factViews(conditions, locale),
      },
    })),
    handle(contract.readRiskRule, async ({ locale, input: { params } }) => {
      const row = (await ruleStore.ruleById(host.db, params.id)) ?? fail(notFound);
      const [rule = fail(notFound)] = await ruleViews(needs, [row], locale);
      const hits = await ruleStore.hitsOf(host.db, row.id, mostHits);
      const named = await namesOf(
        needs,
        hits.map(({ playerId }) => playerId),
      );
      const words = conditions.wording(locale).facts;
      return {
        data: {
          rule,
          facts: factViews(conditions, locale),
          hits: hits.map(({ playerId, version, mode, facts, hitAt, lastAt }) => ({
            player: named(playerId),
            version,
            mode,
            found: Object.entries(facts).map(([name, value]) => ({
              name: words[name]?.name ?? name,
              value: shownFact(conditions.facts.get(name)?.type, value),
            })),
            hit_at: hitAt.toISOString(),
            last_at: lastAt.toISOString(),
          })),
        },
      };
    }),
  ];
}

/** Sums are in US dollars, cut to a whole one: what is compared is exact. */
function shownFact(type: string | undefined, value: boolean | number | string | null): string {
  if (value === null) return "—";
  if (typeof value === "boolean") return value ? "✓" : "✗";
  return type === "money" ? `$${BigInt(String(value).split(".")[0] ?? "0") / 1_000_000n}` : String(value);
}

async function ruleViews(
  { host, risk }: Needs,
  rows: readonly ruleStore.RuleRow[],
  locale: Locale,
): Promise<contract.RiskRule[]> {
  const { conditions } = risk.needs;
  const figures = await ruleStore.figuresOf(
    host.db,
    rows.map(({ id }) => id),
  );
  const views: contract.RiskRule[] = [];
  for (const row of rows) {
    const versions = await ruleStore.versionsOf(host.db, row.id);
    views.push({
      id: row.id,
      name: row.name,
      version: row.version,
      shadow:
        row.shadowVersion === null || row.shadowSince === null
          ? null
          : {
              version: row.shadowVersion,
              since: row.shadowSince.toISOString(),
              may_be_live_at: new Date(row.shadowSince.getTime() + shadowAtLeastMs).toISOString(),
            },
      live:
        row.liveVersion === null || row.liveSince === null
          ? null
          : { version: row.liveVersion, since: row.liveSince.toISOString() },
      paused_at: row.pausedAt?.toISOString() ?? null,
      versions: versions.map(each => ({
        version: each.version,
        rule: each.rule,
        sentence: sentenceOrNull(conditions, each.rule, locale),
        effect: each.effect,
        created_by: each.createdBy,
        created_at: each.createdAt.toISOString(),
        shadowed_at: each.shadowedAt?.toISOString() ?? null,
        lived_at: each.livedAt?.toISOString() ?? null,
        figures: figuresView(figures.find(({ rule, version }) => rule === row.id && version === each.version)),
      })),
    });
  }
  return views;
}

const figuresView = (found: ruleStore.RuleFigures | undefined): contract.RiskRuleVersion["figures"] => ({
  shadow_hits: found?.shadowHits ?? 0,
  live_hits: found?.liveHits ?? 0,
  opened: found?.opened ?? 0,
  held: found?.held ?? 0,
  fraud: found?.fraud ?? 0,
  not_fraud: found?.notFraud ?? 0,
  waiting: found?.waiting ?? 0,
  last_hit_at: found?.lastHitAt?.toISOString() ?? null,
});

function tryHandlers(needs: Needs): readonly Handler[] {
  const { host, risk } = needs;
  const { conditions } = risk.needs;
  return [
    handle(contract.previewRiskRule, async ({ input: { query }, locale }) => {
      const rule = readRuleText(conditions, query.rule);
      const { matched, samples, asOf } = await readReport(host, () => previewRule(risk.needs, host.db, rule));
      const reader = { words: conditions.wording(locale), language: languageOf(locale), prices: asOf.prices };
      const named = await namesOf(
        needs,
        samples.map(({ player }) => player),
      );
      return {
        data: {
          sentence: sentenceOf(rule, reader.words, reader.language),
          matched,
          samples: samples.map(each => ({ ...explainedView(each, reader), player: named(each.player) })),
        },
      };
    }),
    handle(contract.testRiskRule, async ({ input: { query }, locale }) => {
      const days = Number(query.days);
      const rule = readRuleText(conditions, query.rule);
      const tested = await readReport(host, () => backTest(risk.needs, host.db, rule, days));
      const words = conditions.wording(locale).facts;
      const { fraudMatched, fraudMissed, honestMatched, honestPassed, precision, recall } = tested.result;
      return {
        data: {
          days: tested.days.map(({ day, matched, isNew }) => ({ day: day.toISOString(), matched, new: isNew })),
          fraud_matched: fraudMatched,
          fraud_missed: fraudMissed,
          honest_matched: honestMatched,
          honest_passed: honestPassed,
          precision,
          recall,
          false_alarms_a_day: Math.floor((honestMatched * 1000) / days),
          current: tested.current.map(name => words[name]?.name ?? name),
        },
      };
    }),
  ];
}

function actHandlers({ host, risk }: Needs): readonly Handler[] {
  const { needs } = risk;
  return [
    act(host, contract.createRiskRule, async (tx, { operator, input: { body } }) => {
      const { reason, ...given } = body;
      const { id, terms } = await createRule(needs, tx, given, operator.name);
      return {
        answer: { data: { id } },
        auditAction: { action: "risk.rule_create", subject: ruleSubject(id), reason, after: terms },
      };
    }),
    act(host, contract.changeRiskRule, async (tx, { operator, input: { params, body } }) => {
      const { reason, ...given } = body;
      const terms = await changeRule(needs, tx, { id: params.id, ...given }, operator.name);
      return {
        answer: { data: { version: terms.version } },
        auditAction: { action: "risk.rule_change", subject: ruleSubject(params.id), reason, after: terms },
      };
    }),
    act(host, contract.runRiskRule, async (tx, { operator, input: { params, body } }) => {
      const { to, version, reason } = body;
      const named = { id: params.id, version };
      if (to === "live") return askedLive(needs, tx, named, { reason, by: operator });
      const terms = await runs[to](needs, tx, named);
      return {
        answer: { data: { request: null } },
        auditAction: { action: runActions[to], subject: ruleSubject(params.id), reason, after: terms },
      };
    }),
  ];
}

const runs = { shadow: shadowRule, restored: restoreRule, stopped: stopRule } as const;
const runActions = {
  shadow: "risk.rule_shadow",
  restored: "risk.rule_restore",
  stopped: "risk.rule_stop",
} as const;

async function askedLive(
  needs: Risk["needs"],
  tx: Tx,
  named: { readonly id: string; readonly version: number },
  { reason, by }: { readonly reason: string; readonly by: Asker },
) {
  const { terms, request } = await askLive(needs, tx, named, { reason, by });
  const payload = { kind: "risk.rule_live", subject: ruleSubject(named.id), payload: terms };
  return { answer: { data: { request: request.id } }, auditAction: requestAction(request, reason, payload) };
}
