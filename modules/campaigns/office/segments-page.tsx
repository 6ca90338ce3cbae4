import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import type { OfferedFact } from "#modules/conditions/office/rule-draft.ts";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { readSegments, type SegmentView } from "./contract.ts";
import { SegmentEditor } from "./segment-editor.tsx";

/** Segments: rules with the players they reach, and an editor. */
export function SegmentsPage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const segments = useOfficeQuery(readSegments, {});
  const [open, setOpen] = useState<SegmentView | "new">();
  const close = () => {
    setOpen(undefined);
    segments.reload();
  };
  return (
    <OfficePage
      title={t("pages.segments")}
      aside={
        may("campaigns.write") &&
        open === undefined && (
          <button type="button" className="btn s primary" onClick={() => setOpen("new")}>
            {t("segments.new")}
          </button>
        )
      }
    >
      <Read of={segments}>
        {({ data }) =>
          open === undefined ? (
            <List segments={data.segments} onOpen={setOpen} />
          ) : (
            <SegmentEditor segment={open === "new" ? undefined : open} facts={byName(data.facts)} onDone={close} />
          )
        }
      </Read>
    </OfficePage>
  );
}

const byName = (facts: readonly OfferedFact[]): ReadonlyMap<string, OfferedFact> =>
  new Map(facts.map(fact => [fact.name, fact]));

function List({ segments, onOpen }: { readonly segments: readonly SegmentView[]; onOpen(segment: SegmentView): void }) {
  const { t } = useTranslation("office");
  return (
    <Panel>
      <Table
        name={t("pages.segments")}
        head={[t("segments.name"), t("segments.rule"), `>${t("segments.version")}`, t("segments.changed"), ">"]}
        empty={t("segments.none")}
        rows={segments.map(each => ({
          key: each.id,
          cells: [
            <b key="name">{each.name}</b>,
            each.sentence ?? t("segments.broken"),
            each.version,
            <span key="changed">
              <Moment at={each.changed_at} /> <span className="muted">{each.changed_by}</span>
            </span>,
            <button key="open" type="button" className="btn s" onClick={() => onOpen(each)}>
              {t("segments.open")}
            </button>,
          ],
        }))}
      />
    </Panel>
  );
}
