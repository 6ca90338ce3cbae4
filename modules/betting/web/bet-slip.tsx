import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import type { BettingSlip } from "../shared/contract.ts";
import { Accepted } from "./accepted.tsx";
import { useEditedSlip } from "./edited-slip.ts";
import { SlipForm } from "./slip-form.tsx";
import { SlipSettings } from "./slip-settings.tsx";
import { useSelections } from "./slip-store.ts";

/** The slip: empty, being filled, or accepted. */
export function BetSlip({ onMyBets }: { onMyBets(): void }) {
  const { t } = useTranslation("betting");
  const selections = useSelections();
  const edited = useEditedSlip();
  const [accepted, setAccepted] = useState<readonly BettingSlip[]>([]);
  if (accepted.length > 0 && selections.length > 0) setAccepted([]);
  if (accepted.length > 0) return <Accepted slips={accepted} onAgain={() => setAccepted([])} onMyBets={onMyBets} />;
  if (selections.length === 0 && !edited)
    return (
      <>
        <p className="muted slip-empty">{t("slip.empty")}</p>
        <SlipSettings />
      </>
    );
  return <SlipForm key={edited?.id ?? ""} edited={edited} selections={selections} onAccepted={setAccepted} />;
}
