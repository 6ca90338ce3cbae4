import { Timer, X } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { languageOf } from "#kit/i18n/locale.ts";
import { showPercent } from "#kit/i18n/numbers.ts";
import { parseAmount, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { typedAmount } from "#kit/ui/amount-stepper.tsx";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { FieldError } from "#kit/ui/input.tsx";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { useLocale } from "#kit/web/lang.ts";
import { notify } from "#kit/web/notify.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import {
  type BettingSlip,
  type CashOutRule,
  getBettingSlips,
  removeCashOutRule,
  setCashOutRule,
} from "../shared/contract.ts";

interface AutoCashOutProps {
  readonly slip: BettingSlip;
  onChanged(): void;
}

/** The offer at which the slip is cashed out automatically: shown and removed, or set. */
export function AutoCashOut({ slip, onChanged }: AutoCashOutProps) {
  const { t } = useTranslation("betting");
  const [isOpen, setOpen] = useState(false);
  if (slip.auto_cash_out) return <SetRule slip={slip} rule={slip.auto_cash_out} onChanged={onChanged} />;
  if (!isOpen)
    return (
      <Button variant="ghost" wide onClick={() => setOpen(true)}>
        <Icon of={Timer} size={16} /> {t("auto_cash_out.title")}
      </Button>
    );
  return (
    <RuleForm
      slip={slip}
      onClose={() => setOpen(false)}
      onSet={() => {
        setOpen(false);
        onChanged();
      }}
    />
  );
}

function SetRule({ slip, rule, onChanged }: AutoCashOutProps & { readonly rule: CashOutRule }) {
  const { t } = useTranslation("betting");
  const language = languageOf(useLocale());
  const { lines } = useErrorTexts("betting");
  const remove = useMutation(removeCashOutRule, { invalidates: [getBettingSlips] });
  async function drop(): Promise<void> {
    try {
      await remove.mutate({ params: { id: slip.id } });
      onChanged();
    } catch (error) {
      notify({ kind: "error", lines: lines(error) });
    }
  }
  const sum = showMoney(parseDecimal(rule.offer), slip.currency as Currency, language);
  return (
    <p className="slip-rule row sm">
      <Icon of={Timer} size={16} />
      <span className="grow">{t(`auto_cash_out.set_${rule.direction}`, { sum, share: rule.share })}</span>
      <button
        type="button"
        className="iconbtn s"
        aria-label={t("auto_cash_out.remove")}
        disabled={remove.isPending}
        onClick={() => void drop()}
      >
        <Icon of={X} size={16} />
      </button>
    </p>
  );
}

const shares = [25, 50, 75, 100] as const;

function RuleForm({ slip, onSet, onClose }: { readonly slip: BettingSlip; onSet(): void; onClose(): void }) {
  const { t } = useTranslation("betting");
  const language = languageOf(useLocale());
  const { lines } = useErrorTexts("betting");
  const id = useId();
  const [direction, setDirection] = useState<CashOutRule["direction"]>("up");
  const [offer, setOffer] = useState("");
  const [share, setShare] = useState(100);
  const [why, setWhy] = useState<string | undefined>();
  const set = useMutation(setCashOutRule, { invalidates: [getBettingSlips] });
  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setWhy(undefined);
    try {
      await set.mutate({ params: { id: slip.id }, body: { direction, offer, share } });
      onSet();
    } catch (error) {
      setWhy(lines(error).join(" "));
    }
  }
  return (
    <form className="slip-rule-form" onSubmit={event => void save(event)}>
      <div className="row gap-2">
        <select
          className="input-box grow"
          aria-label={t("auto_cash_out.title")}
          value={direction}
          onChange={event => setDirection(event.target.value === "down" ? "down" : "up")}
        >
          <option value="up">{t("auto_cash_out.up")}</option>
          <option value="down">{t("auto_cash_out.down")}</option>
        </select>
        <input
          id={id}
          className="input-box"
          inputMode="decimal"
          autoComplete="off"
          aria-label={t("auto_cash_out.offer", { currency: slip.currency })}
          aria-invalid={why ? true : undefined}
          placeholder={slip.cash_out ?? slip.stake}
          value={offer}
          onChange={event => setOffer(typedAmount(event.target.value, offer))}
        />
      </div>
      <label className="row spread sm">
        <span className="muted">{t("slip.part")}</span>
        <select className="input-box" value={share} onChange={event => setShare(Number(event.target.value))}>
          {shares.map(each => (
            <option key={each} value={each}>
              {showPercent(String(each), language)}
            </option>
          ))}
        </select>
      </label>
      <FieldError text={why} />
      <p className="xs muted">{t("auto_cash_out.note")}</p>
      <div className="row">
        <Button
          type="submit"
          variant="secondary"
          className="grow"
          busy={set.isPending}
          disabled={parseAmount(offer) === undefined}
        >
          {t("auto_cash_out.save")}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {t("auto_cash_out.cancel")}
        </Button>
      </div>
    </form>
  );
}
