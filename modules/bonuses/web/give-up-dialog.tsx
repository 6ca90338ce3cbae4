import { useState } from "react";
import { buttonClass } from "#kit/ui/button.tsx";
import { LateModal } from "#kit/ui/late-modal.tsx";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { type BonusView, giveUpBonus, listBonuses } from "../shared/contract.ts";

interface GiveUpDialogProps {
  readonly bonus: BonusView;
  /** The bonus money, formatted. */
  readonly sum: string;
  onClose(): void;
}

/** Names what is given up. Both buttons are alike. */
export function GiveUpDialog({ bonus, sum, onClose }: GiveUpDialogProps) {
  const { t } = useTranslation("bonuses");
  const { mutate, isPending } = useMutation(giveUpBonus, { invalidates: [listBonuses] });
  const { lines } = useErrorTexts("bonuses");
  const [why, setWhy] = useState<string | null>(null);
  async function giveUp(): Promise<void> {
    if (isPending) return;
    try {
      await mutate({ params: { id: bonus.id } });
      onClose();
    } catch (error) {
      setWhy(lines(error).join(" "));
    }
  }
  const button = buttonClass({ variant: "secondary", size: "l", className: "grow" });
  return (
    <LateModal title={t("card.give_up_title")} closeText={t("card.keep")} onClose={onClose}>
      <div className="col gap-4">
        <p className="muted">
          {bonus.status !== "waiting"
            ? t("card.give_up_text", { sum })
            : bonus.rounds && !bonus.is_funded
              ? t("card.give_up_rounds", { sum })
              : t("card.give_up_waiting")}
        </p>
        {why && <p role="alert">{why}</p>}
        <div className="row wrap">
          <button type="button" className={button} onClick={onClose}>
            {t("card.keep")}
          </button>
          <button
            type="button"
            className={button}
            aria-busy={isPending}
            disabled={isPending}
            onClick={() => void giveUp()}
          >
            {t("card.give_up")}
          </button>
        </div>
      </div>
    </LateModal>
  );
}
