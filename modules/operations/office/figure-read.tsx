import type { ReactNode } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import type { Reading } from "#modules/operators/office/parts/use-office-query.ts";

interface FigureReadProps<T> {
  readonly of: Reading<T>;
  /** Placeholders while the first response is on its way. */
  readonly placeholder: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** Figures, their placeholders, or the error with a button to try again. */
export function FigureRead<T>({ of, placeholder, children }: FigureReadProps<T>) {
  const { t } = useTranslation("office");
  const error = of.error && (
    <div className="panel row wrap pad" role="alert">
      <span className="grow">{of.error.message || t("broken.network")}</span>
      <button type="button" className="btn s" onClick={of.reload}>
        {t("figures.retry")}
      </button>
    </div>
  );
  return (
    <>
      {error}
      {of.data !== undefined ? children(of.data) : !error && placeholder}
    </>
  );
}
