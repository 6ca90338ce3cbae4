import { type FormEvent, useCallback, useEffect, useState } from "react";
import { showDayAndTime } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { Button } from "#kit/ui/button.tsx";
import { Input } from "#kit/ui/input.tsx";
import { useClient } from "#kit/web/client.ts";
import { useLocale } from "#kit/web/lang.ts";
import { notify } from "#kit/web/notify.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { getPlay, type PlayView, putPlay } from "../shared/contract.ts";
import { showMinutes } from "./durations.ts";

const names = ["day", "session", "check"] as const;
type Name = (typeof names)[number];

/** Limits of playing time: of a day, of a session, and how often the player wants to look up. */
export function TimeCard() {
  const { t } = useTranslation("limits");
  const { api } = useClient();
  const [view, setView] = useState<PlayView | null>(null);
  const [editing, setEditing] = useState<Name | null>(null);
  useEffect(() => {
    void api.call(getPlay, {}).then(
      ({ data }) => setView(data),
      () => setView(null),
    );
  }, [api]);
  const onSet = useCallback((data: PlayView) => {
    setView(data);
    setEditing(null);
  }, []);
  if (!view) return null;
  return (
    <section className="card">
      <h2>{t("time.title")}</h2>
      <p className="sm mut">{t("time.lead")}</p>
      {names.map(name => (
        <div key={name} className="lim-row">
          <div className="row sp">
            <h3>{t(`time.${name}`)}</h3>
            {editing !== name && (
              <Button
                size="s"
                look="out"
                aria-label={`${t("limits.edit")}: ${t(`time.${name}`)}`}
                onClick={() => setEditing(name)}
              >
                {t("limits.edit")}
              </Button>
            )}
          </div>
          <Facts name={name} view={view} />
          {editing === name && <TimeForm name={name} view={view} onSet={onSet} onCancel={() => setEditing(null)} />}
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
  const wish = view.later?.[`${name}_minutes`];
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
      {view.later && wish !== undefined && wish !== limit && (
        <p className="note warn">
          {t("time.later", {
            limit: wish === null ? none : show(wish),
            time: showDayAndTime(view.later.from, language),
          })}
        </p>
      )}
      {name === "check" && <p className="xs mut">{t("time.check_note")}</p>}
    </>
  );
}

interface TimeFormProps {
  readonly name: Name;
  readonly view: PlayView;
  onSet(view: PlayView): void;
  onCancel(): void;
}

function TimeForm({ name, view, onSet, onCancel }: TimeFormProps) {
  const { t } = useTranslation("limits");
  const { api } = useClient();
  const language = languageOf(useLocale());
  const field = `${name}_minutes` as const;
  const start = view.later ? view.later[field] : view[field];
  const [text, setText] = useState(start === null ? "" : `${start}`);
  const { busy, errors, submit } = useSubmit("limits");
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () => {
      const wish = text.trim() === "" ? null : Number(text.trim());
      const { data } = await api.call(putPlay, { body: { [field]: Number.isNaN(wish) ? 0 : wish } });
      const waits = data.later !== null && data.later[field] !== data[field] ? data.later : null;
      const line = waits ? t("limits.after", { time: showDayAndTime(waits.from, language) }) : t("limits.now");
      notify({ kind: "info", lines: [line] });
      onSet(data);
    });
  };
  return (
    <form className="lim-edit" onSubmit={onSubmit} noValidate>
      <Input
        label={t("time.minutes")}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        error={errors[field]}
        onChange={event => setText(event.target.value)}
      />
      <p className="xs mut">{t("limits.empty")}</p>
      <div className="row">
        <Button type="submit" look="pri" busy={busy}>
          {t("limits.save")}
        </Button>
        <Button look="gho" onClick={onCancel}>
          {t("limits.cancel")}
        </Button>
      </div>
    </form>
  );
}
