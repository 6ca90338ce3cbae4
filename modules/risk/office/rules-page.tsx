import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { count } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { type RiskRule, readRiskRules } from "./rule-contract.ts";
import { useRuleName } from "./use-rule-name.tsx";

/** Risk rules with what they did. */
export function RiskRulesPage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const rules = useOfficeQuery(readRiskRules, {}, 30_000);
  return (
    <OfficePage
      title={t("pages.risk_rules")}
      aside={
        may("risk.rules") && (
          <Link className="btn s primary" to="/risk-rules/new">
            {t("risk_rules.new")}
          </Link>
        )
      }
    >
      <p className="note muted">{t("risk_rules.about")}</p>
      <Panel>
        <Read of={rules}>{({ data }) => <Rules rules={data.rules} />}</Read>
      </Panel>
    </OfficePage>
  );
}

function Rules({ rules }: { readonly rules: readonly RiskRule[] }) {
  const { t } = useTranslation("office");
  const nameOf = useRuleName();
  return (
    <Table
      name={t("pages.risk_rules")}
      head={[
        t("risk_rules.name"),
        t("risk_rules.rule"),
        t("risk_rules.state"),
        `>${t("risk_rules.matched_players")}`,
        `>${t("risk_rules.opened")}`,
        `>${t("risk_rules.fraud")}`,
        `>${t("risk_rules.not_fraud")}`,
      ]}
      empty={t("risk_rules.none")}
      rows={rules.map(rule => {
        const of = shownVersion(rule);
        return {
          key: rule.id,
          cells: [
            <Link key="name" className="link" to={`/risk-rules/${rule.id}`}>
              {nameOf(rule)}
            </Link>,
            <span key="rule" className="reason">
              {of?.sentence ?? t("risk_rules.broken")}{" "}
              <span className="muted">{of && t(`risk_rules.effects.${of.effect}`)}</span>
            </span>,
            <RuleState key="state" rule={rule} />,
            count(of ? of.figures.live_hits + of.figures.shadow_hits : 0),
            count(of ? of.figures.opened + of.figures.held : 0),
            count(of?.figures.fraud ?? 0),
            count(of?.figures.not_fraud ?? 0),
          ],
        };
      })}
    />
  );
}

/** The one that acts, else the one that is tried, else the newest. */
const shownVersion = ({ live, shadow, version, versions }: RiskRule) =>
  versions.find(each => each.version === (live ?? shadow)?.version) ?? versions.find(each => each.version === version);

export function RuleState({ rule }: { readonly rule: RiskRule }) {
  const { t } = useTranslation("office");
  const { live, shadow, paused_at: pausedAt } = rule;
  return (
    <span className="row wrap">
      {live && pausedAt === null && <Tag tone="good">{t("risk_rules.live", { version: live.version })}</Tag>}
      {live && pausedAt !== null && <Tag tone="bad">{t("risk_rules.paused", { version: live.version })}</Tag>}
      {shadow && <Tag tone="info">{t("risk_rules.shadow", { version: shadow.version })}</Tag>}
      {!live && !shadow && <Tag tone="plain">{t("risk_rules.off")}</Tag>}
    </span>
  );
}
