import { useState } from "react";
import { showDayAndTime } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { Button } from "#kit/ui/button.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { replaces } from "#kit/web/query/route-cache.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { getPlay, type PlayView, putPlay } from "../shared/contract.ts";
import { showMinutes } from "./durations.ts";
import { LimitForm } from "./limit-form.tsx";
import { OperatorNote } from "./operator-note.tsx";

const names = ["day", "session", "check"] as const;
type Name = (typeof names)[number];

/** Play time limits: of a day, of a session, and the interval of reality checks. */
export function TimeCard() {
  const { t } = useTranslation("limits");
  const { mutate } = useMutation(putPlay, replaces(getPlay));
  const { data: view, isError: failed, refetch } = useQuery(getPlay, {});
  const [editing, setEditing] = useState<Name | null>(null);
  if (!view)
    return failed ? (
      <section className="card">
        <h2>{t("time.title")}</h2>
        <p role="alert">{t("limits.failed")}</p>
        <Button onClick={() => void refetch()}>{t("limits.again")}</Button>
      </section>
    ) : (
      <Skeleton height={300} />
    );
  const save = async (name: Name, newValue: string | null) => {
    const data = await mutate({ body: { [`${name}_minutes`]: minutesOf(newValue) } });
    // Another one may be being edited now.
    setEditing(now => (now === name ? null : now));
    return waitingFor(name, data)?.from ?? null;
  };
  return (
    <section className="card">
      <h2>{t("time.title")}</h2>
      <p className="sm muted">{t("time.lead")}</p>
      {names.map(name => (
        <div key={name} className="lim-row">
          <div className="row spread">
            <h3>{t(`time.${name}`)}</h3>
            {editing !== name && (
              <Button
                size="s"
                variant="outline"
                aria-label={`${t("limits.edit")}: ${t(`time.${name}`)}`}
                onClick={() => setEditing(name)}
              >
                {t("limits.edit")}
              </Button>
            )}
          </div>
          <Facts name={name} view={view} />
          {view.operator
            .filter(({ of }) => of === name)
            .map(({ of, minutes, cause, since }) => (
              <OperatorNote
                key={of}
                title={t("limits.operator", { limit: showMinutes(minutes, { h: t("time.h"), min: t("time.min") }) })}
                cause={cause}
                since={since}
              />
            ))}
          {editing === name && (
            <LimitForm
              label={t("time.minutes")}
              inputMode="numeric"
              field={`${name}_minutes`}
              start={`${(view.later ?? view)[`${name}_minutes`] ?? ""}`}
              onSave={newValue => save(name, newValue)}
              onCancel={() => setEditing(null)}
            />
          )}
        </div>
      ))}
    </section>
  );
}

function Facts({ name, view }: { name: Name; view: PlayView }) {
  const { t } = useTranslation("limits");
  const language = languageOf(useLocale());
  const show = (minutes: number) => showMinutes(minutes, { h: t("time.h"), min: t("time.min") });
  const limit = view[`${name}_minutes`];
  const waiting = waitingFor(name, view);
  const none = t(name === "check" ? "time.off" : "time.none");
  const words = limit === null ? none : show(limit);
  const used = show(Math.floor((name === "day" ? view.today_seconds : view.session_seconds) / 60));
  const line =
    name === "check"
      ? limit === null
        ? none
        : t("time.every", { time: words })
      : `${t(name === "day" ? "time.today" : "time.now", { time: used })}, ${words}`;
  return (
    <>
      <span className="num sm">{line}</span>
      {waiting && (
        <p className="note warn">
          {t("time.later", {
            limit: waiting.minutes === null ? none : show(waiting.minutes),
            time: showDayAndTime(waiting.from, language),
          })}
        </p>
      )}
      {name === "check" && <p className="xs muted">{t("time.check_note")}</p>}
    </>
  );
}

/** The pending value of one limit, if it differs from the current one. */
function waitingFor(name: Name, { later, ...now }: PlayView) {
  const field = `${name}_minutes` as const;
  return later && later[field] !== now[field] ? { minutes: later[field], from: later.from } : null;
}

/** Parses typed minutes; anything but a plain number is sent as 0, which the server refuses with its own message. */
function minutesOf(newValue: string | null): number | null {
  return newValue === null ? null : /^\d{1,5}$/.test(newValue) ? Number(newValue) : 0;
}
