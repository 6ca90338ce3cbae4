import { useTranslation } from "#kit/web/texts.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { Tag } from "#modules/operators/office/parts/office-page.tsx";

/** Until when the player is to be contacted; marked once it is over. */
export function Due({ at }: { readonly at: string }) {
  const { t } = useTranslation("office");
  const isOver = Date.parse(at) < Date.now();
  return (
    <span className="row">
      <Moment at={at} />
      {isOver && <Tag tone="bad">{t("harm.overdue")}</Tag>}
    </span>
  );
}
