import { useNavigate, useParams } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import type { OfferedFact } from "#modules/conditions/office/rule-draft.ts";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { count, Moment, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import {
  type RiskRule,
  type RiskRuleHit,
  type RiskRuleVersion,
  type RuleRun,
  readRiskRule,
  readRiskRules,
  runRiskRule,
} from "./rule-contract.ts";
import { RuleEditor } from "./rule-editor.tsx";
import { RuleState } from "./rules-page.tsx";
import { useRuleName } from "./use-rule-name.tsx";

const byName = (facts: readonly OfferedFact[]): ReadonlyMap<string, OfferedFact> =>
  new Map(facts.map(fact => [fact.name, fact]));

/** A rule that has not been saved. */
export function NewRiskRulePage() {
  const { t } = useTranslation("office");
  const navigate = useNavigate();
  const rules = useOfficeQuery(readRiskRules, {});
  return (
    <OfficePage title={t("risk_rules.new")}>
      <Read of={rules}>
        {({ data }) => (
          <RuleEditor facts={byName(data.facts)} rule={undefined} onSaved={id => navigate(`/risk-rules/${id}`)} />
        )}
      </Read>
    </OfficePage>
  );
}

/** One rule: its versions and what they did, an editor, whom it matched. */
export function RiskRulePage() {
  const { id = "" } = useParams();
  const { t } = useTranslation("office");
  const nameOf = useRuleName();
  const found = useOfficeQuery(readRiskRule, { params: { id } });
  return (
    <OfficePage title={t("risk_rules.one")}>
      <Read of={found}>
        {({ data }) => (
          <>
            <Panel title={nameOf(data.rule)} aside={<RuleState rule={data.rule} />}>
              {data.rule.paused_at !== null && (
                <p className="note bad" role="status">
                  {t("risk_rules.paused_text")} <Moment at={data.rule.paused_at} />
                </p>
              )}
              <Versions rule={data.rule} onDone={found.reload} />
            </Panel>
            <RuleEditor
              key={data.rule.version}
              facts={byName(data.facts)}
              rule={data.rule}
              onSaved={() => found.reload()}
            />
            <Hits hits={data.hits} />
          </>
        )}
      </Read>
    </OfficePage>
  );
}

interface VersionsProps {
  readonly rule: RiskRule;
  onDone(): void;
}

function Versions({ rule, onDone }: VersionsProps) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  return (
    <Table
      name={t("risk_rules.versions")}
      head={[
        `>${t("risk_rules.version")}`,
        t("risk_rules.rule"),
        t("risk_rules.saved"),
        `>${t("risk_rules.matched_shadow")}`,
        `>${t("risk_rules.matched_live")}`,
        `>${t("risk_rules.opened")}`,
        `>${t("risk_rules.waiting")}`,
        `>${t("risk_rules.fraud")}`,
        `>${t("risk_rules.not_fraud")}`,
        ">",
      ]}
      empty=""
      rows={rule.versions.map(version => ({
        key: `${version.version}`,
        cells: [
          version.version,
          <span key="rule" className="reason">
            {version.sentence ?? t("risk_rules.broken")}{" "}
            <span className="muted">{t(`risk_rules.effects.${version.effect}`)}</span>
          </span>,
          <span key="saved">
            <Moment at={version.created_at} /> <span className="muted">{version.created_by}</span>
          </span>,
          ...(["shadow_hits", "live_hits"] as const).map(name => count(version.figures[name])),
          count(version.figures.opened + version.figures.held),
          ...(["waiting", "fraud", "not_fraud"] as const).map(name => count(version.figures[name])),
          may("risk.rules") && <Actions key="actions" rule={rule} of={version} onDone={onDone} />,
        ],
      }))}
    />
  );
}

/** What may be done with a version now. */
function runsOf({ live, shadow, paused_at: pausedAt }: RiskRule, of: RiskRuleVersion): readonly RuleRun[] {
  const isLive = live?.version === of.version;
  const isShadow = shadow?.version === of.version;
  const actions: RuleRun[] = [];
  if (isShadow) actions.push("live");
  else if (!isLive) actions.push("shadow");
  if (of.lived_at !== null && (!isLive || pausedAt !== null)) actions.push("restored");
  if (isLive || isShadow) actions.push("stopped");
  return actions;
}

function Actions({ rule, of, onDone }: VersionsProps & { readonly of: RiskRuleVersion }) {
  const { t } = useTranslation("office");
  const nameOf = useRuleName();
  const mayBeLive = rule.shadow !== null && Date.parse(rule.shadow.may_be_live_at) <= Date.now();
  return (
    <span className="row wrap end">
      {runsOf(rule, of).map(to => (
        <Decide
          key={to}
          action={t(`risk_rules.run.${to}`)}
          title={t(`risk_rules.run_title.${to}`, { name: nameOf(rule), version: of.version })}
          text={t(`risk_rules.run_text.${to}`)}
          asksReason
          disabled={to === "live" && !mayBeLive}
          dangerous={to === "stopped"}
          onDecide={async (reason, key) => {
            await call(runRiskRule, { params: { id: rule.id }, body: { to, version: of.version, reason } }, key);
            onDone();
          }}
        />
      ))}
    </span>
  );
}

function Hits({ hits }: { readonly hits: readonly RiskRuleHit[] }) {
  const { t } = useTranslation("office");
  return (
    <Panel title={t("risk_rules.hits")}>
      <Table
        name={t("risk_rules.hits")}
        head={[t("player"), t("risk_rules.found"), t("risk_rules.mode"), t("risk_rules.first"), t("risk_rules.last")]}
        empty={t("risk_rules.none_hits")}
        rows={hits.map(({ player, version, mode, found, hit_at: hitAt, last_at: lastAt }) => ({
          key: `${player.id} ${mode} ${version}`,
          cells: [
            <PlayerLink key="player" player={player} />,
            <span key="found" className="row wrap rule-reasons">
              {found.map(({ name, value }) => (
                <Tag key={name} tone="plain">
                  {name}: {value}
                </Tag>
              ))}
            </span>,
            t(`risk_rules.${mode}`, { version }),
            <Moment key="first" at={hitAt} />,
            <Moment key="last" at={lastAt} />,
          ],
        }))}
      />
    </Panel>
  );
}
