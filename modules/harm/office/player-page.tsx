import { useParams } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Due } from "#modules/operators/office/parts/due.tsx";
import { calendarDay, Moment, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { PlayerTabs } from "#modules/operators/office/parts/player-tabs.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { reportedKinds } from "../shared/score.ts";
import { CaseActions } from "./case-actions.tsx";
import { type HarmCase, type HarmOfPlayer, openHarmCase, readHarmOf } from "./contract.ts";
import { MarkersTable, Reasons, ScoreTag } from "./markers-table.tsx";

/** How one player plays, what was done for them and what followed. */
export function HarmPlayerPage() {
  const { id = "" } = useParams();
  const { t } = useTranslation("office");
  const { may } = useSession();
  const found = useOfficeQuery(readHarmOf, { params: { id } }, 15_000);
  const open = found.data?.data.cases.find(each => each.closed_at === null);
  return (
    <OfficePage
      title={t("harm.of_player")}
      aside={found.data && !open && may("harm.write") && <OpenCase player={id} onDone={found.reload} />}
    >
      <PlayerTabs id={id} />
      <Read of={found}>
        {({ data }) => (
          <>
            <Panel
              title={<PlayerLink player={data.player} />}
              aside={<ScoreTag score={data.score} grade={data.grade} />}
            >
              <p className="note muted">{t("harm.rule")}</p>
              <MarkersTable markers={data.markers} />
              <Days days={data.days} />
            </Panel>
            {open && (
              <Panel title={t("harm.open_case")} aside={<Due at={open.due_at} late={t("harm.overdue")} />}>
                <OpenCaseBody of={open} onDone={found.reload} />
              </Panel>
            )}
            <Interactions interactions={data.interactions} />
            <PastCases cases={data.cases.filter(each => each.closed_at !== null)} />
          </>
        )}
      </Read>
    </OfficePage>
  );
}

function OpenCaseBody({ of, onDone }: { readonly of: HarmCase; onDone(): void }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  return (
    <>
      <p className="pad">
        {t(`harm.kinds.${of.kind}`)}
        {of.note !== null && <>: {of.note}</>}
        {of.opened_by !== null && <span className="muted"> ({of.opened_by})</span>}
      </p>
      <p className="pad muted">
        {of.claimed_by === null ? t("harm.nobody") : t("harm.handled", { name: of.claimed_by })}
      </p>
      {may("harm.write") && <CaseActions of={of} onDone={onDone} />}
    </>
  );
}

function OpenCase({ player, onDone }: { readonly player: string; onDone(): void }) {
  const { t } = useTranslation("office");
  return (
    <Decide
      action={t("harm.report")}
      title={t("harm.report_title")}
      text={t("harm.report_text")}
      asksReason
      label={t("harm.what_was_said")}
      onDecide={async (reason, _key, given) => {
        const kind = given.get("kind") === "relative" ? "relative" : "said_so";
        await call(openHarmCase, { body: { player, kind, reason } });
        onDone();
      }}
    >
      <label className="field">
        {t("harm.why")}
        <select name="kind">
          {reportedKinds.map(kind => (
            <option key={kind} value={kind}>
              {t(`harm.kinds.${kind}`)}
            </option>
          ))}
        </select>
      </label>
    </Decide>
  );
}

function Days({ days }: Pick<HarmOfPlayer, "days">) {
  const { t } = useTranslation("office");
  if (days.length === 0) return null;
  return (
    <p className="pad sm muted">
      {t("harm.highest", {
        score: Math.max(...days.map(({ score }) => score)),
        day: calendarDay(days.reduce((most, day) => (day.score > most.score ? day : most)).day),
      })}
    </p>
  );
}

function Interactions({ interactions }: Pick<HarmOfPlayer, "interactions">) {
  const { t } = useTranslation("office");
  return (
    <Panel title={t("harm.interactions")}>
      <Table
        name={t("harm.interactions")}
        head={[t("time"), t("harm.what"), t("harm.by"), t("harm.text"), `>${t("harm.score")}`, t("harm.followed")]}
        empty={t("harm.no_interactions")}
        rows={interactions.map(each => ({
          key: each.id,
          cells: [
            <Moment key="at" at={each.at} />,
            t(`harm.did.${each.kind}`),
            each.by ?? t("harm.automatic"),
            <span key="text">
              {each.text ?? "—"}
              {each.reply !== null && <span className="muted"> → {each.reply}</span>}
            </span>,
            <span key="score" className="num">
              {each.score}
            </span>,
            <Followed key="followed" outcomes={each.outcomes} />,
          ],
        }))}
      />
    </Panel>
  );
}

function Followed({ outcomes }: Pick<HarmOfPlayer["interactions"][number], "outcomes">) {
  const { t } = useTranslation("office");
  if (outcomes.length === 0) return <span className="faint">{t("harm.not_yet")}</span>;
  return (
    <span className="col">
      {outcomes.map(outcome => (
        <span key={outcome.after_days}>
          {t("harm.after", {
            days: outcome.after_days,
            before: outcome.score_before,
            score: outcome.score,
            loss_before: outcome.loss_before,
            loss: outcome.loss,
          })}
          {outcome.control_change !== null && (
            <span className="muted">
              {" "}
              {t("harm.control", { n: outcome.control_players, change: outcome.control_change })}
            </span>
          )}
        </span>
      ))}
    </span>
  );
}

function PastCases({ cases }: { readonly cases: readonly HarmCase[] }) {
  const { t } = useTranslation("office");
  return (
    <Panel title={t("harm.past")}>
      <Table
        name={t("harm.past")}
        head={[
          t("harm.opened"),
          t("harm.why"),
          `>${t("harm.score")}`,
          t("harm.markers"),
          t("harm.by"),
          t("harm.outcome"),
        ]}
        empty={t("harm.none_past")}
        rows={cases.map(each => ({
          key: each.id,
          cells: [
            <Moment key="at" at={each.opened_at} />,
            t(`harm.kinds.${each.kind}`),
            <span key="score" className="num">
              {each.score}
            </span>,
            <Reasons key="why" markers={each.markers} />,
            each.closed_by ?? "—",
            each.outcome === null ? (
              "—"
            ) : (
              <Tag key="outcome" tone="plain">
                {t(`harm.outcomes.${each.outcome}`)}
              </Tag>
            ),
          ],
        }))}
      />
    </Panel>
  );
}
