import type { ReactNode } from "react";
import { showDay } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { LimitCause } from "../shared/operator-limits.ts";

interface OperatorNoteProps {
  /** The limit in words. */
  readonly title: string;
  readonly cause: LimitCause;
  readonly since: string;
  readonly children?: ReactNode;
}

/** A limit that our team set, which the player cannot change. */
export function OperatorNote({ title, cause, since, children }: OperatorNoteProps) {
  const { t } = useTranslation("limits");
  const language = languageOf(useLocale());
  return (
    <div className="note warn lim-operator">
      <strong>{title}</strong>
      {children}
      <p className="sm">
        {t(`causes.${cause}`)} {t("limits.operator_since", { time: showDay(since, language) })}
      </p>
      <p className="xs">{t("limits.operator_rule")}</p>
    </div>
  );
}
