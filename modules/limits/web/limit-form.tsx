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
  /** The name under which the house tells what is wrong with it. */
  readonly field: string;
  readonly start: string;
  /** Sends what was typed, null for no limit. Answers from when it holds, null for now. */
  onSave(newValue: string | null): Promise<string | null>;
  onCancel(): void;
}

/** A limit that is being changed, an amount or a time; left empty it is taken away. */
export function LimitForm({ label, hint, inputMode, field, start, onSave, onCancel }: LimitFormProps) {
  const { t } = useTranslation("limits");
  const language = languageOf(useLocale());
  const [text, setText] = useState(start);
  const { busy, errors, submit } = useSubmit("limits");
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () => {
      const from = await onSave(text.trim() === "" ? null : text.trim());
      const line = from === null ? t("limits.now") : t("limits.after", { time: showDayAndTime(from, language) });
      notify({ kind: "info", lines: [line] });
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
