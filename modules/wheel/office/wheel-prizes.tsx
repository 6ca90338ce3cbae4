import { showDecimal } from "#kit/i18n/numbers.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { pageLanguage } from "#modules/operators/office/language.ts";
import { count, percent } from "#modules/operators/office/parts/figures.tsx";
import { Table } from "#modules/operators/office/parts/office-page.tsx";
import type { DraftedPrizes } from "#modules/wheel/shared/prizes.ts";
import { costPerSpin, prizeIn, wheelTickets } from "#modules/wheel/shared/rules.ts";

/** A decimal with all its digits: the cost of a spin is exact. */
export function exactly(amount: string): string {
  return showDecimal(amount, pageLanguage());
}

/** The prizes of a version in every currency, and the cost of a spin. */
export function WheelPrizes({ name, top, prizes }: DraftedPrizes & { readonly name: string }) {
  const { t } = useTranslation("office");
  const inEach = (of: (currency: Currency) => string) => currencyCodes.map(code => exactly(of(code)));
  const rows = prizes.map(prize => ({
    key: String(prize.of),
    cells: [
      String(prize.of),
      count(prize.odds),
      percent(prize.odds / wheelTickets, { maximumFractionDigits: 4 }),
      ...inEach(code => formatAmount(prizeIn({ top }, code, prize))),
    ],
  }));
  const cost = {
    key: "cost",
    cells: [<b key="cost">{t("wheel.cost")}</b>, "", "", ...inEach(code => costPerSpin({ top, prizes }, code))],
  };
  return (
    <Table
      figures
      name={name}
      head={[
        t("wheel.share"),
        `>${t("wheel.tickets")}`,
        `>${t("wheel.chance")}`,
        ...currencyCodes.map(code => `>${code}`),
      ]}
      empty=""
      rows={[...rows, cost]}
    />
  );
}
