import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Notes } from "#modules/operators/office/parts/notes.tsx";
import { useSession } from "#modules/operators/office/session.ts";
import { noteRiskCase, type RiskOfPlayer } from "./contract.ts";

type FullCase = RiskOfPlayer["cases"][number];

/** What operators found out about a case. */
export function CaseNotes({ of, onDone }: { readonly of: FullCase; onDone(): void }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const write = (text: string) => call(noteRiskCase, { params: { id: of.id }, body: { text } });
  return (
    <Notes
      notes={of.notes}
      write={may("risk.decide") ? write : undefined}
      label={t("risk.write_note")}
      onWritten={onDone}
    />
  );
}
