import { type FormEvent, useState } from "react";
import { showDayAndTime } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { Button } from "#kit/ui/button.tsx";
import { Input } from "#kit/ui/input.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { notify } from "#kit/web/notify.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useFetchUser } from "#modules/accounts/web/use-arrival.ts";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { addDays, addMonths, type BreakKind, exclusionMonths, timeOutDays } from "../shared/breaks.ts";
import { type BreakView, excludeMyself, getLimits, takeTimeOut } from "../shared/contract.ts";

const lengths = {
  time_out: timeOutDays.map(days => `d${days}` as const),
  self_exclusion: exclusionMonths.map(months => `m${months}` as const),
};

/** The break in force, and the form to begin or extend one by typing a word. */
export function BreakCard({ present }: { present: BreakView }) {
  const { t } = useTranslation("limits");
  const language = languageOf(useLocale());
  const [kind, setKind] = useState<BreakKind>("time_out");
  return (
    <section className="card">
      <h2>{t("limits.break")}</h2>
      {present && (
        <div className="note warn" role="status">
          <p>
            <b>{t(present.kind === "time_out" ? "limits.active_time_out" : "limits.active_exclusion")}.</b>{" "}
            {t("limits.active", { time: showDayAndTime(present.until, language) })}
          </p>
        </div>
      )}
      <p className="sm muted">{t("limits.break_note")}</p>
      <Tabs<BreakKind>
        label={t("limits.break")}
        value={kind}
        onChange={setKind}
        fill
        items={[
          { value: "time_out", text: t("limits.time_out") },
          { value: "self_exclusion", text: t("limits.exclusion") },
        ]}
      />
      <BreakForm key={kind} kind={kind} />
    </section>
  );
}

function BreakForm({ kind }: { kind: BreakKind }) {
  const { t } = useTranslation("limits");
  const timeOut = useMutation(takeTimeOut, { invalidates: [getLimits] });
  const exclusion = useMutation(excludeMyself, { invalidates: [getLimits] });
  const fetchUser = useFetchUser();
  const language = languageOf(useLocale());
  const [length, setLength] = useState(lengths[kind][0] ?? "");
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState("");
  const { busy, submit } = useSubmit("limits");
  const word = t(kind === "time_out" ? "limits.word_time_out" : "limits.word");
  const isSure = typed.trim().toLowerCase() === word;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!asking || !isSure) {
      setAsking(true);
      return;
    }
    void submit(async () => {
      const days = timeOutDays.find(each => `d${each}` === length);
      const months = exclusionMonths.find(each => `m${each}` === length);
      if (days) await timeOut.mutate({ body: { days } });
      if (months) await exclusion.mutate({ body: { months } });
      notify({ kind: "info", lines: [t("limits.begun")] });
      setAsking(false);
      setTyped("");
      await fetchUser();
    });
  };
  return (
    <form className="lim-edit" onSubmit={onSubmit} noValidate>
      <Tabs
        label={t("limits.pick")}
        value={length}
        onChange={setLength}
        fill
        small
        items={lengths[kind].map(value => ({ value, text: t(`limits.${value}`) }))}
      />
      {asking && (
        <>
          <p className="note warn">
            {t("limits.confirm_text", { time: showDayAndTime(endOf(length).toISOString(), language), word })}
          </p>
          <Input
            label={t("limits.confirm")}
            hint={word}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
        </>
      )}
      <Button type="submit" variant="secondary" wide busy={busy} disabled={asking && !isSure}>
        {t(asking ? "limits.final" : kind === "time_out" ? "limits.take_time_out" : "limits.take_exclusion")}
      </Button>
    </form>
  );
}

/** When a break of this length would end if it began now, by this device's clock. */
function endOf(length: string): Date {
  const now = new Date();
  const count = Number(length.slice(1));
  return length.startsWith("d") ? addDays(now, count) : addMonths(now, count);
}
