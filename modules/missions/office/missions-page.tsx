import { useState } from "react";
import { localeName, locales } from "#kit/i18n/locale.ts";
import { formatAmount, parseAmount } from "#kit/money/amount.ts";
import { currencyCodes } from "#kit/money/currency.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { counts, goalKinds, mostPlaces, periods } from "#modules/missions/shared/goal.ts";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { count, Moment, money } from "#modules/operators/office/parts/figures.tsx";
import { NumberField } from "#modules/operators/office/parts/number-field.tsx";
import { OfficePage, Panel, Read, Table, Tag, type Tone } from "#modules/operators/office/parts/office-page.tsx";
import { SumField, sumOf } from "#modules/operators/office/parts/sum-field.tsx";
import { instantOf, TimeField } from "#modules/operators/office/parts/time-field.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { CloseText } from "./close-text.tsx";
import { closeMission, createMission, type OfficeMission, openMission, readMissions } from "./contract.ts";

const tones: Readonly<Record<OfficeMission["state"], Tone>> = {
  draft: "wait",
  open: "good",
  closed: "plain",
  over: "plain",
};

/** Missions with what they may cost and have cost, and achievements. */
export function MissionsPage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const missions = useOfficeQuery(readMissions, {}, 15_000);
  return (
    <OfficePage title={t("pages.missions")} aside={may("campaigns.write") && <NewMission onDone={missions.reload} />}>
      <Panel>
        <Read of={missions}>
          {({ data }) => (
            <Table
              name={t("pages.missions")}
              head={[
                t("missions.name"),
                t("players.state"),
                t("missions.goal"),
                `>${t("missions.prize")}`,
                `>${t("missions.taken")}`,
                `>${t("missions.cost")}`,
                t("bonuses.ends"),
                ">",
              ]}
              empty={t("missions.none")}
              rows={data.map(each => ({
                key: each.id,
                cells: [
                  <span key="name" className="named">
                    <b>{each.title}</b> <span className="muted">{each.created_by}</span>
                  </span>,
                  <Tag key="state" tone={tones[each.state]}>
                    {t(`missions.states.${each.state}`)}
                  </Tag>,
                  <span key="goal" className="named">
                    {t(`missions.goals.${each.goal}`, { count: each.count ?? 0 })}
                    <span className="muted block">
                      {each.targeted
                        ? t("missions.started", { players: count(each.started) })
                        : t(`missions.periods.${each.period}`)}
                    </span>
                  </span>,
                  each.prize === null || each.currency === null
                    ? t("missions.badge")
                    : money(each.prize, each.currency),
                  each.places === null ? "—" : t("freeSpins.of", { part: count(each.taken), all: count(each.places) }),
                  each.cost === null || each.spent === null || each.currency === null ? (
                    "—"
                  ) : (
                    <span key="cost" className="named">
                      {t("freeSpins.of", {
                        part: money(each.spent, each.currency),
                        all: money(each.cost, each.currency),
                      })}
                    </span>
                  ),
                  <Moment key="ends" at={each.ends_at} />,
                  <Actions key="do" mission={each} onDone={missions.reload} />,
                ],
              }))}
            />
          )}
        </Read>
      </Panel>
    </OfficePage>
  );
}

function Actions({ mission, onDone }: { readonly mission: OfficeMission; onDone(): void }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const { id, title, state, needs_approval: asks } = mission;
  return (
    <span className="row end">
      {state === "draft" && may("campaigns.start") && (
        <Decide
          action={t(asks ? "freeSpins.ask_start" : "missions.open")}
          title={t("missions.open_title", { title })}
          text={t(asks ? "bonuses.ask_text" : mission.targeted ? "missions.open_targeted_text" : "missions.open_text")}
          asksReason
          onDecide={async (reason, key) => {
            await call(openMission, { params: { id }, body: { reason } }, key);
            onDone();
          }}
        />
      )}
      {(state === "draft" || state === "open") && may("campaigns.write") && (
        <Decide
          action={t("missions.close")}
          title={t("missions.close_title", { title })}
          text={<CloseText mission={mission} />}
          dangerous
          asksReason
          onDecide={async (reason, key) => {
            await call(closeMission, { params: { id }, body: { reason } }, key);
            onDone();
          }}
        />
      )}
    </span>
  );
}

function NewMission({ onDone }: { onDone(): void }) {
  const { t } = useTranslation("office");
  return (
    <Decide
      primary
      action={t("missions.new")}
      title={t("missions.new")}
      text={t("missions.new_text")}
      asksReason
      onDecide={async (reason, key, given) => {
        const text = (name: string) => String(given.get(name) ?? "").trim();
        const kind = goalKinds.find(each => each === text("goal")) ?? "limit";
        const hasPrize = text("gives") === "prize";
        const targeted = hasPrize && text("audience") === "campaign";
        const body = {
          title: Object.fromEntries(locales.map(locale => [locale, text(`title_${locale}`)])) as Record<
            (typeof locales)[number],
            string
          >,
          goal: kind === "games" || kind === "multiplier" ? { kind, count: Number(text("count")) } : { kind },
          period: hasPrize && !targeted && text("period") === "week" ? ("week" as const) : ("once" as const),
          ...(hasPrize && {
            targeted,
            prize: sumOf(given, "prize"),
            currency: text("currency"),
            places: Number(text("places")),
          }),
          ends_at: instantOf(given, "ends_at"),
          reason,
        };
        await call(createMission, { body }, key);
        onDone();
      }}
    >
      <Fields />
    </Decide>
  );
}

function Fields() {
  const { t } = useTranslation("office");
  const [kind, setKind] = useState<(typeof goalKinds)[number]>("games");
  const [hasPrize, setHasPrize] = useState(true);
  const [isTargeted, setIsTargeted] = useState(false);
  const [places, setPlaces] = useState("100");
  const [prize, setPrize] = useState("");
  const [currency, setCurrency] = useState<string>(currencyCodes[0] ?? "EUR");
  const cost = costOf(places, prize);
  return (
    <>
      {locales.map(locale => (
        <label key={locale} className="field">
          {t("bonuses.name", { language: localeName(locale) })}
          <input name={`title_${locale}`} required maxLength={80} autoComplete="off" />
        </label>
      ))}
      <div className="row wrap">
        <label className="field grow">
          {t("missions.goal")}
          <select
            name="goal"
            value={kind}
            onChange={({ target }) => setKind(goalKinds.find(each => each === target.value) ?? "limit")}
          >
            {goalKinds.map(each => (
              <option key={each} value={each}>
                {t(`missions.goal_kinds.${each}`)}
              </option>
            ))}
          </select>
        </label>
        {(kind === "games" || kind === "multiplier") && (
          <NumberField
            key={kind}
            name="count"
            label={t(`missions.counts.${kind}`)}
            most={counts[kind].most}
            start={kind === "games" ? 3 : 10}
          />
        )}
      </div>
      <div className="row wrap">
        <label className="field grow">
          {t("missions.gives")}
          <select
            name="gives"
            value={hasPrize ? "prize" : "badge"}
            onChange={({ target }) => setHasPrize(target.value === "prize")}
          >
            <option value="prize">{t("missions.prize")}</option>
            <option value="badge">{t("missions.badge")}</option>
          </select>
        </label>
        {hasPrize && (
          <label className="field grow">
            {t("bonuses.audience")}
            <select
              name="audience"
              value={isTargeted ? "campaign" : "all"}
              onChange={({ target }) => setIsTargeted(target.value === "campaign")}
            >
              <option value="all">{t("missions.all_players")}</option>
              <option value="campaign">{t("bonuses.audiences.campaign")}</option>
            </select>
          </label>
        )}
        {hasPrize && !isTargeted && (
          <label className="field grow">
            {t("missions.period")}
            <select name="period">
              {periods.map(each => (
                <option key={each} value={each}>
                  {t(`missions.periods.${each}`)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {hasPrize && (
        <div
          className="row wrap"
          onInput={({ target }) => {
            const { name, value } = target as HTMLInputElement;
            if (name === "prize") setPrize(value);
            if (name === "places") setPlaces(value);
            if (name === "currency") setCurrency(value);
          }}
        >
          <SumField name="prize" label={t("missions.prize")} />
          <label className="field grow">
            {t("freeSpins.currency")}
            <select name="currency">
              {currencyCodes.map(code => (
                <option key={code}>{code}</option>
              ))}
            </select>
          </label>
          <NumberField name="places" label={t("missions.places")} most={mostPlaces} start={100} />
        </div>
      )}
      {hasPrize && cost !== undefined && (
        <p className="note muted">{t("missions.costs", { sum: money(cost, currency) })}</p>
      )}
      <TimeField name="ends_at" label={t("bonuses.ends")} />
    </>
  );
}

/** What all prizes together cost, exact; undefined while a field is empty or wrong. */
function costOf(places: string, prize: string): string | undefined {
  const each = parseAmount(prize.trim().replace(",", "."));
  return each && /^[1-9][0-9]{0,8}$/.test(places) ? formatAmount(each * BigInt(places)) : undefined;
}
