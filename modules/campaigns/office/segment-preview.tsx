import { useTranslation } from "#kit/web/texts.tsx";
import { Reasons } from "#modules/conditions/office/reasons.tsx";
import { count } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { previewSegment } from "./contract.ts";

/** Whom a rule reaches now: exact counts, whom the guard keeps out, and examples. */
export function SegmentPreview({ rule }: { readonly rule: string }) {
  const { t } = useTranslation("office");
  const preview = useOfficeQuery(previewSegment, { query: { rule } });
  return (
    <Panel title={t("segments.preview")}>
      <Read of={preview}>
        {({ data: { sentence, matched, reached, blocked, samples } }) => (
          <>
            <p className="note">{sentence}</p>
            <p className="row wrap note">
              <b>{t("segments.reached", { reached: count(reached) })}</b>
              <span>{t("segments.matched", { matched: count(matched) })}</span>
              {blocked.map(({ why, players }) => (
                <span key={why} className="muted">
                  {why}: {count(players)}
                </span>
              ))}
            </p>
            <p className="note muted">{t("segments.guard")}</p>
            <Table
              name={t("segments.samples")}
              head={[t("player"), t("segments.reasons")]}
              empty={t("segments.nobody")}
              rows={samples.map(({ player, reasons }, index) => ({
                key: `${index}`,
                cells: [player, <Reasons key="reasons" reasons={reasons} />],
              }))}
            />
          </>
        )}
      </Read>
    </Panel>
  );
}
