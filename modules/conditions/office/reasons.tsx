import { useTranslation } from "#kit/web/texts.tsx";
import { Tag } from "#modules/operators/office/parts/office-page.tsx";
import type { ExplainedView } from "./fields.ts";

/** Each condition with what it found of a player. */
export function Reasons({ reasons }: Pick<ExplainedView, "reasons">) {
  const { t } = useTranslation("office");
  return (
    <span className="row wrap">
      {reasons.map(({ text, holds, value }) => (
        <Tag key={text} tone={holds ? "good" : "plain"}>
          {holds ? "✓" : "✗"} {text}
          {value === null ? "" : ` (${t("rules.has", { value })})`}
        </Tag>
      ))}
    </span>
  );
}
