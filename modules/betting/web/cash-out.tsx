import { useId, useState } from "react";
import { languageOf } from "#kit/i18n/locale.ts";
import { showPercent } from "#kit/i18n/numbers.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { ApiError } from "#kit/web/api-error.ts";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { type BettingSlip, cashOutBettingSlip, getBettingSlips } from "../shared/contract.ts";
import { cashOutShare, shareSteps } from "./cash-out-share.ts";

interface CashOutProps {
  readonly slip: BettingSlip;
  onChanged(): void;
}

/** What is confirmed. The slip as it was: after a lost response a part of it may be cashed out already. */
interface Asked {
  readonly offer: string;
  readonly key: string;
  readonly slip: BettingSlip;
}

/**
 * Pays the offer or a better one, for the whole slip or a part; asks once more before it is taken. The question stays while the
 * offer is suspended: the server decides whether it still holds.
 */
export function CashOut({ slip, onChanged }: CashOutProps) {
  const { t } = useTranslation("betting");
  const language = languageOf(useLocale());
  const { lines } = useErrorTexts("betting");
  const [share, setShare] = useState(100);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [why, setWhy] = useState<string | null>(null);
  const cashOut = useMutation(cashOutBettingSlip, { invalidates: [getBettingSlips] });
  const money = (amount: Micros) => showMoney(amount, slip.currency as Currency, language);
  async function take(): Promise<void> {
    if (!asked) return;
    setWhy(null);
    try {
      await cashOut.mutate({ params: { id: slip.id }, body: { offer: asked.offer, share } }, { key: asked.key });
      setShare(100);
    } catch (error) {
      setWhy(lines(error).join(" "));
      // The question stays: confirmed again it is the same cash-out, while another part would be taken under another key.
      if (isUnconfirmed(error)) return;
    }
    setAsked(null);
    onChanged();
  }
  function keep(): void {
    setAsked(null);
    if (why === null) return;
    // A response was lost: what the offer is for now has to be read again.
    setWhy(null);
    onChanged();
  }
  const offer = asked?.offer ?? slip.cash_out;
  const refusal = why && (
    <p className="note warn" role="alert">
      {why}
    </p>
  );
  if (offer === null)
    return (
      <>
        {refusal}
        <p className="note sm">{t("slip.no_offer")}</p>
      </>
    );
  const part = cashOutShare(asked?.slip ?? slip, offer, share);
  const sum = money(part.paid);
  return (
    <>
      {refusal}
      <ShareSlider slip={asked?.slip ?? slip} share={share} disabled={asked !== null} onShare={setShare} />
      {share < 100 && (
        <dl className="slip-figures">
          <dt>{t("slip.stays")}</dt>
          <dd className="num">{t("slip.stays_returns", { stake: money(part.rest), sum: money(part.restReturns) })}</dd>
        </dl>
      )}
      {asked ? (
        <div className="row wrap">
          <Button variant="primary" className="grow" busy={cashOut.isPending} onClick={() => void take()}>
            {t("slip.cash_out_confirm", { sum })}
          </Button>
          <Button className="grow" onClick={keep} disabled={cashOut.isPending}>
            {t("slip.keep")}
          </Button>
        </div>
      ) : (
        <Button variant="brass" wide onClick={() => setAsked({ offer, key: crypto.randomUUID(), slip })}>
          {t("slip.cash_out", { sum })}
        </Button>
      )}
    </>
  );
}

const isUnconfirmed = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500);

interface ShareSliderProps {
  readonly slip: BettingSlip;
  readonly share: number;
  readonly disabled: boolean;
  onShare(share: number): void;
}

/** How much of the slip is cashed out. Absent where no part can stay. */
function ShareSlider({ slip, share, disabled, onShare }: ShareSliderProps) {
  const { t } = useTranslation("betting");
  const language = languageOf(useLocale());
  const id = useId();
  const steps = shareSteps(slip);
  if (steps.length < 2) return null;
  return (
    <div className="slip-share">
      <span className="row spread">
        <label htmlFor={id} className="muted sm">
          {t("slip.part")}
        </label>
        <output htmlFor={id} className="num">
          {showPercent(String(share), language)}
        </output>
      </span>
      <input
        id={id}
        type="range"
        min={0}
        max={steps.length - 1}
        value={Math.max(steps.indexOf(share), 0)}
        disabled={disabled}
        aria-valuetext={showPercent(String(share), language)}
        onChange={event => onShare(steps[Number(event.target.value)] ?? 100)}
      />
    </div>
  );
}
