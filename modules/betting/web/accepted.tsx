import { showDayAndTime } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { type Micros, micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { BettingSlip } from "../shared/contract.ts";
import { NamedLeg } from "./named-leg.tsx";
import { ReceiptLine } from "./receipt-line.tsx";
import { UndoButton } from "./undo-button.tsx";

interface AcceptedProps {
  /** At least one. */
  readonly slips: readonly BettingSlip[];
  onAgain(): void;
  onMyBets(): void;
}

/** What was just accepted: one slip, or a single on each selection. */
export function Accepted({ slips, onAgain, onMyBets }: AcceptedProps) {
  const { t } = useTranslation("betting");
  const language = languageOf(useLocale());
  const [first] = slips;
  if (!first) return null;
  const money = (amounts: readonly string[]) => showMoney(sum(amounts), first.currency as Currency, language);
  const fromBonus = slips.map(slip => slip.from_bonus);
  return (
    <div className="col gap-3 slip-accepted" role="status">
      <Seal of={first.id} size={110} middle="checked" drawn />
      <h3 className="display">
        {slips.length > 1 ? t("slip.accepted_many", { count: slips.length }) : t("slip.accepted")}
      </h3>
      <p className="sm muted num">{showDayAndTime(first.placed_at, language)}</p>
      <ul className="slip-legs">
        {slips.flatMap(({ id, legs }) =>
          legs.map(leg => (
            <NamedLeg key={`${id} ${leg.event} ${leg.market} ${leg.spec} ${leg.outcome}`} of={leg} price={leg.price} />
          )),
        )}
      </ul>
      <dl className="slip-figures">
        <dt>{t("slip.stake")}</dt>
        <dd className="num">{money(slips.map(({ stake }) => stake))}</dd>
        {fromBonus.some(amount => parseDecimal(amount) > 0n) && (
          <>
            <dt>{t("slip.from_bonus")}</dt>
            <dd className="num">{money(fromBonus)}</dd>
          </>
        )}
        <dt>{t("slip.possible")}</dt>
        <dd className="num brass">{money(slips.map(slip => slip.possible_return))}</dd>
      </dl>
      {slips.length === 1 && <ReceiptLine slip={first} />}
      {slips.length === 1 && <UndoButton slip={first} onUndone={onAgain} />}
      <div className="row wrap">
        <Button className="grow" onClick={onAgain}>
          {t("slip.another")}
        </Button>
        <Button className="grow" variant="outline" onClick={onMyBets}>
          {t("slip.mine")}
        </Button>
      </div>
    </div>
  );
}

const sum = (amounts: readonly string[]): Micros =>
  micros(amounts.reduce((total, amount) => total + parseDecimal(amount), 0n));
