import type { Language } from "#kit/i18n/locale.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { RulesDialog } from "#modules/bets/web/rules-dialog.tsx";
import { roomColours, roomLimits, roundMaximum } from "../shared/limits.ts";
import { aloneMs, countMs, entriesPerPlayer, roomsConfiguration } from "../shared/rules.ts";

/** The rules in words; all figures come from the settlement rules. */
export function RoomsRules(props: { currency: Currency; language: Language; onClose(): void }) {
  const { currency, language } = props;
  const { t } = useTranslation("rooms");
  const money = (sum: bigint) => showMoney(sum, currency, language, { brief: true });
  const percent = roomsConfiguration.payout_percent;
  return (
    <RulesDialog title={t("rules.title")} onClose={props.onClose}>
      <p>{t("rules.tickets")}</p>
      <p>{t("rules.count", { seconds: countMs / 1000, minutes: aloneMs / 60_000 })}</p>
      <p>{t("rules.pay", { percent, fee: 100 - percent })}</p>
      <table>
        <thead>
          <tr>
            <th>{t("rules.room")}</th>
            <th className="align-right">{t("rules.min")}</th>
          </tr>
        </thead>
        <tbody>
          {roomColours.map(colour => (
            <tr key={colour}>
              <td>{t(`colours.${colour}`)}</td>
              <td className="align-right">{money(roomLimits[colour][currency].min)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{t("rules.most", { max: money(roundMaximum(currency)), stakes: entriesPerPlayer })}</p>
      <p>{t("rules.lose", { percent })}</p>
      <p>{t("rules.fair")}</p>
      <p>{t("rules.void")}</p>
    </RulesDialog>
  );
}
