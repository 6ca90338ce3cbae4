import { Pencil } from "lucide-react";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { BettingSlip } from "../shared/contract.ts";
import { editedSlip, useEditedSlip } from "./edited-slip.ts";

/** Puts a bet on the slip, where its selections and stake are changed. */
export function EditButton({ slip }: { readonly slip: BettingSlip }) {
  const { t } = useTranslation("betting");
  const isEdited = useEditedSlip()?.id === slip.id;
  return (
    <Button variant="outline" wide disabled={isEdited} onClick={() => editedSlip.begin(slip)}>
      <Icon of={Pencil} size={16} /> {t("edit.begin")}
    </Button>
  );
}
