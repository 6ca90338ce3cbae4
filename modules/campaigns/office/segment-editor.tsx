import { useTranslation } from "#kit/web/texts.tsx";
import type { OfferedFact } from "#modules/conditions/office/rule-draft.ts";
import { RulePicker } from "#modules/conditions/office/rule-picker.tsx";
import { useRuleDraft } from "#modules/conditions/office/use-rule-draft.ts";
import type { Rule } from "#modules/conditions/shared/rule.ts";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Panel } from "#modules/operators/office/parts/office-page.tsx";
import { useSession } from "#modules/operators/office/session.ts";
import { changeSegment, createSegment, type SegmentView } from "./contract.ts";
import { PlayerInSegment } from "./player-in-segment.tsx";
import { SegmentPreview } from "./segment-preview.tsx";

interface EditorProps {
  /** Undefined for a new one. */
  readonly segment: SegmentView | undefined;
  readonly facts: ReadonlyMap<string, OfferedFact>;
  onDone(): void;
}

/** A segment's rule with whom it reaches now. It is saved as a new version. */
export function SegmentEditor({ segment, facts, onDone }: EditorProps) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const stored = segment?.sentence ? (segment.rule as Rule) : undefined;
  const { draft, setDraft, text: rule, isValid } = useRuleDraft(stored, facts);
  const save = async (reason: string, key: string, given: FormData) => {
    const body = { name: String(given.get("name") ?? "").trim(), rule: JSON.parse(rule), reason };
    if (segment) {
      const { id, version } = segment;
      await call(changeSegment, { params: { id }, body: Object.assign(body, { version }) }, key);
    } else await call(createSegment, { body }, key);
    onDone();
  };
  return (
    <>
      <Panel
        title={segment?.name ?? t("segments.new")}
        aside={
          <span className="row">
            <button type="button" className="btn s" onClick={onDone}>
              {t("segments.close")}
            </button>
            {may("campaigns.write") && (
              <Decide
                primary
                disabled={!isValid}
                action={t("segments.save")}
                title={t("segments.save")}
                text={t("segments.save_text")}
                asksReason
                onDecide={save}
              >
                <label className="field">
                  {t("segments.name")}
                  <input name="name" required maxLength={80} autoComplete="off" defaultValue={segment?.name} />
                </label>
              </Decide>
            )}
          </span>
        }
      >
        <div className="note">
          <RulePicker rule={draft} facts={facts} onChange={setDraft} />
        </div>
      </Panel>
      {isValid ? (
        <>
          <SegmentPreview rule={rule} />
          {may("players.read") && <PlayerInSegment rule={rule} />}
        </>
      ) : (
        <Panel title={t("segments.preview")}>
          <p className="note muted">{t("segments.incomplete")}</p>
        </Panel>
      )}
    </>
  );
}
