import { type ReactNode, useState } from "react";
import { showDayAndTime } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCount } from "#kit/i18n/numbers.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { buttonClass } from "#kit/ui/button.tsx";
import { LateModal } from "#kit/ui/late-modal.tsx";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { cancelFreeSpins, type FreeSpinView, listFreeSpins } from "../shared/contract.ts";

interface FreeSpinCardProps {
  readonly grant: FreeSpinView;
  /** Beside the button that gives them up. */
  readonly children?: ReactNode;
  onCancelled(): void;
}

/** One grant: how many spins are left of it, at which stake and until when. */
export function FreeSpinCard({ grant, children, onCancelled }: FreeSpinCardProps) {
  const { t } = useTranslation("free-spins");
  const language = languageOf(useLocale());
  const [asks, setAsks] = useState(false);
  const stake = showMoney(parseDecimal(grant.bet), grant.currency as Currency, language);
  const left = t("left", { count: grant.left });
  return (
    <article className="card box" aria-label={`${grant.game.title}: ${left}`}>
      <div className="row spread">
        <h3>{grant.game.title}</h3>
        <span className="tag brass">{left}</span>
      </div>
      <div className="key-value">
        <span>{t("played")}</span>
        <b>{t("of", { done: showCount(grant.count - grant.left, language), all: showCount(grant.count, language) })}</b>
      </div>
      <div className="key-value">
        <span>{t("stake")}</span>
        <b>{stake}</b>
      </div>
      <div className="key-value">
        <span>{t("until")}</span>
        <b>{showDayAndTime(grant.expiration_at, language)}</b>
      </div>
      <div className="row wrap">
        {children}
        <button type="button" className={buttonClass({ variant: "secondary" })} onClick={() => setAsks(true)}>
          {t("cancel")}
        </button>
      </div>
      {asks && <CancelDialog grant={grant} onClose={() => setAsks(false)} onCancelled={onCancelled} />}
    </article>
  );
}

interface CancelDialogProps extends Pick<FreeSpinCardProps, "grant" | "onCancelled"> {
  onClose(): void;
}

function CancelDialog({ grant, onClose, onCancelled }: CancelDialogProps) {
  const { t } = useTranslation("free-spins");
  const cancellation = useMutation(cancelFreeSpins, { invalidates: [listFreeSpins] });
  const { lines } = useErrorTexts("free-spins");
  const [why, setWhy] = useState<string | null>(null);
  async function cancel(): Promise<void> {
    if (cancellation.isPending) return;
    try {
      await cancellation.mutate({ params: { id: grant.campaign_id } });
      onClose();
      onCancelled();
    } catch (error) {
      setWhy(lines(error).join(" "));
    }
  }
  return (
    <LateModal title={t("cancel_title")} closeText={t("keep")} onClose={onClose}>
      <div className="col gap-4">
        <p className="muted">{t("cancel_text", { left: t("left", { count: grant.left }) })}</p>
        {why && <p role="alert">{why}</p>}
        <div className="row wrap">
          <button
            type="button"
            className={buttonClass({ variant: "secondary", size: "l", className: "grow" })}
            onClick={onClose}
          >
            {t("keep")}
          </button>
          <button
            type="button"
            className={buttonClass({ variant: "primary", size: "l", className: "grow" })}
            aria-busy={cancellation.isPending}
            disabled={cancellation.isPending}
            onClick={() => void cancel()}
          >
            {t("cancel")}
          </button>
        </div>
      </div>
    </LateModal>
  );
}
