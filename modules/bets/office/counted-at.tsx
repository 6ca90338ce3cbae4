import { useTranslation } from "#kit/web/texts.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";

/** When the figures were counted. */
export function CountedAt({ at }: { at: string | null }) {
  const { t } = useTranslation("office");
  return (
    <span className="muted sm">
      {at === null ? (
        t("play.not_counted")
      ) : (
        <>
          {t("play.as_of")} <Moment at={at} />
        </>
      )}
    </span>
  );
}
