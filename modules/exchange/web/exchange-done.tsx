import type { Currency } from "#kit/money/currency.ts";
import { Button } from "#kit/ui/button.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSwitchCurrency } from "#modules/accounts/web/use-settings.ts";
import type { QuoteView as Quote } from "../shared/contract.ts";
import { Sums } from "./quote-view.tsx";

/** The result, with the option to play on in the other currency. */
export function ExchangeDone({ quote, onClose }: { quote: Quote; onClose: () => void }) {
  const { t } = useTranslation("exchange");
  const switchTo = useSwitchCurrency();
  const goOn = async () => {
    await switchTo(quote.to as Currency);
    onClose();
  };
  return (
    <div className="col gap-4" role="status">
      <div className="fx-done">
        <Seal of={quote.id.replaceAll("-", "")} size={96} />
        <b className="display">{t("done")}</b>
      </div>
      <Sums quote={quote} />
      <div className="row two">
        <Button variant="outline" size="l" onClick={onClose}>
          {t("close")}
        </Button>
        <Button variant="secondary" size="l" wide onClick={() => void goOn()}>
          {t("switch", { currency: quote.to })}
        </Button>
      </div>
    </div>
  );
}
