import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { Reasons } from "#modules/conditions/office/reasons.tsx";
import type { OfferedFact } from "#modules/conditions/office/rule-draft.ts";
import { RulePicker } from "#modules/conditions/office/rule-picker.tsx";
import { useRuleDraft } from "#modules/conditions/office/use-rule-draft.ts";
import type { Rule } from "#modules/conditions/shared/rule.ts";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { count, decimal, Moment, PlayerLink, percent } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { type RuleEffect, ruleEffects } from "../shared/rules.ts";
import { changeRiskRule, createRiskRule, previewRiskRule, type RiskRule, testRiskRule } from "./rule-contract.ts";

interface EditorProps {
  /** Undefined for a new one. */
  readonly rule: RiskRule | undefined;
  readonly facts: ReadonlyMap<string, OfferedFact>;
  onSaved(id: string): void;
}

/** A rule with whom it matches now and what it would have done. It is saved as a new version. */
export function RuleEditor({ rule, facts, onSaved }: EditorProps) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const newest = rule?.versions[0];
  const stored = newest?.sentence ? (newest.rule as Rule) : undefined;
  const { draft, setDraft, text, isValid } = useRuleDraft(stored, facts);
  const [effect, setEffect] = useState<RuleEffect>(newest?.effect ?? "open_case");
  const save = async (reason: string, key: string, given: FormData) => {
    const body = { name: String(given.get("name") ?? "").trim(), rule: JSON.parse(text), effect, reason };
    if (rule) {
      await call(changeRiskRule, { params: { id: rule.id }, body: { ...body, version: rule.version } }, key);
      onSaved(rule.id);
    } else onSaved((await call(createRiskRule, { body }, key)).data.id);
  };
  return (
    <>
      <Panel
        title={t(rule ? "risk_rules.next" : "risk_rules.new")}
        aside={
          may("risk.rules") && (
            <Decide
              primary
              disabled={!isValid}
              action={t("risk_rules.save")}
              title={t("risk_rules.save")}
              text={t("risk_rules.save_text")}
              asksReason
              onDecide={save}
            >
              <label className="field">
                {t("risk_rules.name")}
                <input name="name" required maxLength={80} autoComplete="off" defaultValue={rule?.name} />
              </label>
            </Decide>
          )
        }
      >
        <div className="note">
          <p className="row wrap">
            <span>{t("risk_rules.effect")}</span>
            <Pick
              label={t("risk_rules.effect")}
              value={effect}
              choices={ruleEffects.map(each => [each, t(`risk_rules.effects.${each}`)] as const)}
              onPick={setEffect}
            />
          </p>
          <RulePicker rule={draft} facts={facts} onChange={setDraft} />
        </div>
      </Panel>
      {isValid ? (
        <>
          <Preview rule={text} />
          {may("risk.rules") && <Test key={text} rule={text} />}
        </>
      ) : (
        <Panel title={t("risk_rules.preview")}>
          <p className="note muted">{t("risk_rules.incomplete")}</p>
        </Panel>
      )}
    </>
  );
}

function Preview({ rule }: { readonly rule: string }) {
  const { t } = useTranslation("office");
  const preview = useOfficeQuery(previewRiskRule, { query: { rule } });
  return (
    <Panel title={t("risk_rules.preview")}>
      <Read of={preview}>
        {({ data: { sentence, matched, samples } }) => (
          <>
            <p className="note">{sentence}</p>
            <p className="note">
              <b>{t("risk_rules.matched", { matched: count(matched) })}</b>
            </p>
            <Table
              name={t("risk_rules.samples")}
              head={[t("player"), t("risk_rules.why")]}
              empty={t("risk_rules.nobody")}
              rows={samples.map(({ player, reasons }) => ({
                key: player.id,
                cells: [<PlayerLink key="player" player={player} />, <Reasons key="reasons" reasons={reasons} />],
              }))}
            />
          </>
        )}
      </Read>
    </Panel>
  );
}

/** A back-test reads much: it runs when it is asked for. */
function Test({ rule }: { readonly rule: string }) {
  const { t } = useTranslation("office");
  const [days, setDays] = useState<"7" | "30">();
  return (
    <Panel
      title={t("risk_rules.test")}
      aside={
        <span className="row">
          {(["7", "30"] as const).map(each => (
            <button key={each} type="button" className="btn s" onClick={() => setDays(each)}>
              {t("risk_rules.test_days", { count: Number(each) })}
            </button>
          ))}
        </span>
      }
    >
      {days === undefined ? (
        <p className="note muted">{t("risk_rules.test_text")}</p>
      ) : (
        <TestResult key={days} rule={rule} days={days} />
      )}
    </Panel>
  );
}

const share = (thousandths: number | null) =>
  thousandths === null ? "—" : percent(thousandths / 1000, { maximumFractionDigits: 1 });

function TestResult({ rule, days }: { readonly rule: string; readonly days: string }) {
  const { t } = useTranslation("office");
  const result = useOfficeQuery(testRiskRule, { query: { rule, days } });
  return (
    <Read of={result}>
      {({ data }) => (
        <>
          <p className="row wrap note">
            <b>{t("risk_rules.precision", { value: share(data.precision) })}</b>
            <b>{t("risk_rules.recall", { value: share(data.recall) })}</b>
            <span>
              {t("risk_rules.fraud_of", { matched: data.fraud_matched, all: data.fraud_matched + data.fraud_missed })}
            </span>
            <span>
              {t("risk_rules.honest_of", {
                matched: data.honest_matched,
                all: data.honest_matched + data.honest_passed,
              })}
            </span>
            <span>{t("risk_rules.false_alarms", { value: decimal((data.false_alarms_a_day / 1000).toFixed(2)) })}</span>
          </p>
          {data.current.length > 0 && (
            <p className="note muted">{t("risk_rules.current", { facts: data.current.join(", ") })}</p>
          )}
          <Table
            name={t("risk_rules.test")}
            head={[t("risk_rules.day"), `>${t("risk_rules.matched_players")}`, `>${t("risk_rules.matched_new")}`]}
            empty=""
            figures
            rows={data.days.map(({ day, matched, new: isNew }) => ({
              key: day,
              cells: [<Moment key="day" at={day} />, count(matched), count(isNew)],
            }))}
          />
        </>
      )}
    </Read>
  );
}
