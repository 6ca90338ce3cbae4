import { type FormEvent, useState } from "react";
import { showDayAndTime } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { Button } from "#kit/ui/button.tsx";
import { Input } from "#kit/ui/input.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { notify } from "#kit/web/notify.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";

interface LimitFormProps {
  readonly label: string;
  readonly hint?: string;
  readonly inputMode: "decimal" | "numeric";
  /** The field name of the server's validation errors. */
  readonly field: string;
  readonly start: string;
  /** Sends the typed value, null for no limit. Returns when it applies, null for now. */
  onSave(newValue: string | null): Promise<string | null>;
  onCancel(): void;
}

/** Edits a limit, an amount or a time; an empty value removes it. */
export function LimitForm({ label, hint, inputMode, field, start, onSave, onCancel }: LimitFormProps) {
  const { t } = useTranslation("limits");
  const language = languageOf(useLocale());
  const [text, setText] = useState(start);
  const { busy, errors, submit } = useSubmit("limits");
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () => {
      const newValue = text.trim() === "" ? null : text.trim();
      const from = await onSave(newValue);
      const time = from === null ? "" : showDayAndTime(from, language);
      notify({ kind: "info", lines: [t(savedText(newValue, from), { time })] });
    });
  };
  return (
    <form className="lim-edit" onSubmit={onSubmit} noValidate>
      <Input
        label={label}
        hint={hint}
        inputMode={inputMode}
        autoComplete="off"
        value={text}
        error={errors[field]}
        onChange={event => setText(event.target.value)}
      />
      <p className="xs muted">{t("limits.empty")}</p>
      <div className="row">
        <Button type="submit" variant="primary" busy={busy}>
          {t("limits.save")}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {t("limits.cancel")}
        </Button>
      </div>
    </form>
  );
}

/** What was saved, null for no limit, and when it applies, null for now. */
export function savedText(newValue: string | null, from: string | null) {
  if (newValue === null) return from === null ? "limits.none_now" : "limits.none_after";
  return from === null ? "limits.now" : "limits.after";
}
