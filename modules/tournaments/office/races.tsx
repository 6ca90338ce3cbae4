import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { money } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read, Table, Tag, type Tone } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { type Repeat, repeats } from "#modules/tournaments/shared/schedule.ts";
import { draftRace, type OfficeRace, readRaces, startRace, stopRace } from "./contract.ts";
import { TermFields, termsIn } from "./tournament-form.tsx";

const tones: Readonly<Record<OfficeRace["state"], Tone>> = { draft: "wait", running: "good", stopped: "plain" };
/** Suggested; any other name of the IANA database is accepted. */
const zones = ["UTC", "Asia/Almaty", "Europe/Moscow", "Europe/Berlin", "Asia/Kolkata"];
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** Tournaments that start again by schedule. */
export function Races() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const found = useOfficeQuery(readRaces, {}, 15_000);
  return (
    <Panel title={t("races.title")} aside={may("campaigns.write") && <NewRace onDone={found.reload} />}>
      <Read of={found}>
        {({ data }) => (
          <Table
            name={t("races.title")}
            head={[
              t("freeSpins.title"),
              t("tournaments.scoring"),
              `>${t("races.cost")}`,
              t("races.schedule"),
              t("players.state"),
              ">",
            ]}
            empty={t("races.none")}
            rows={data.map(race => ({
              key: race.id,
              cells: [
                <span key="title">
                  <b>{race.title}</b> <span className="muted">{race.created_by}</span>
                </span>,
                t(`tournaments.scorings.${race.scoring}`),
                money(race.prize_sum, race.currency),
                <Schedule key="schedule" race={race} />,
                <Tag key="state" tone={tones[race.state]}>
                  {t(`races.states.${race.state}`)}
                </Tag>,
                <Actions key="do" race={race} onDone={found.reload} />,
              ],
            }))}
          />
        )}
      </Read>
    </Panel>
  );
}

function Schedule({ race: { every, weekday, time, zone } }: { readonly race: OfficeRace }) {
  const { t } = useTranslation("office");
  const day = weekdays.find(each => each === weekday);
  return (
    <span>
      {every === "day" || day === undefined ? t("races.every.day") : t(`races.weekdays.${day}`)}, {time}
      <br />
      <span className="muted">{zone}</span>
    </span>
  );
}

function Actions({ race: { id, title: name, state }, onDone }: { readonly race: OfficeRace; onDone(): void }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  if (!may("campaigns.start") || state === "stopped") return null;
  const isDraft = state === "draft";
  return (
    <Decide
      action={t(isDraft ? "races.ask_start" : "races.stop")}
      title={t(isDraft ? "races.start_title" : "races.stop_title", { name })}
      text={t(isDraft ? "races.start_text" : "races.stop_text")}
      dangerous={!isDraft}
      asksReason
      onDecide={async (reason, key) => {
        await call(isDraft ? startRace : stopRace, { params: { id }, body: { reason } }, key);
        onDone();
      }}
    />
  );
}

function NewRace({ onDone }: { onDone(): void }) {
  const { t } = useTranslation("office");
  const [every, setEvery] = useState<Repeat>("day");
  return (
    <Decide
      action={t("races.create")}
      title={t("races.create")}
      text={t("races.create_text")}
      asksReason
      onDecide={async (reason, key, given) => {
        const text = (name: string) => String(given.get(name) ?? "").trim();
        const schedule = {
          every,
          zone: text("zone"),
          time: text("time"),
          ...(every === "week" && { weekday: Number(text("weekday")) }),
        };
        await call(draftRace, { body: Object.assign(schedule, termsIn(given), { reason }) }, key);
        onDone();
      }}
    >
      <TermFields isRace>
        <div className="row wrap">
          <label className="field grow">
            {t("races.starts")}
            <select value={every} onChange={event => setEvery(event.target.value as Repeat)}>
              {repeats.map(each => (
                <option key={each} value={each}>
                  {t(`races.every.${each}`)}
                </option>
              ))}
            </select>
          </label>
          {every === "week" && (
            <label className="field grow">
              {t("races.weekday")}
              <select name="weekday">
                {weekdays.map(each => (
                  <option key={each} value={each}>
                    {t(`races.weekdays.${each}`)}
                  </option>
                ))}
              </select>
            </label>
          )}
        </div>
        <div className="row wrap">
          <label className="field">
            {t("races.time")}
            <input name="time" type="time" required defaultValue="18:00" />
          </label>
          <label className="field grow">
            {t("races.zone")}
            <input name="zone" required list="race-zones" defaultValue="Asia/Almaty" autoComplete="off" />
          </label>
          <datalist id="race-zones">
            {zones.map(zone => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </div>
      </TermFields>
    </Decide>
  );
}
