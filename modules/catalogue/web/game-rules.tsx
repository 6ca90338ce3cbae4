import { languageOf } from "#kit/i18n/locale.ts";
import { showCount, showDecimal } from "#kit/i18n/numbers.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { CatalogueRules } from "../shared/contract.ts";

/** What sets a game apart and what its symbols pay, as its provider states it. */
export function GameRules({ rules: { features, paytable } }: { rules: CatalogueRules }) {
  return (
    <>
      {features.map(({ title, text, picture }) => (
        <section key={title} className="cat-feature">
          {picture && <img src={picture} alt="" width={58} height={58} />}
          <div>
            <h3 className="display">{title}</h3>
            <p className="sm">{text}</p>
          </div>
        </section>
      ))}
      {paytable && <Paytable of={paytable} />}
    </>
  );
}

type Table = NonNullable<CatalogueRules["paytable"]>;

function Paytable({ of: { counts, symbols } }: { of: Table }) {
  const { t } = useTranslation("catalogue");
  return (
    <section className="cat-pays">
      <div className="row spread">
        <h3 className="display">{t("pays")}</h3>
        <span className="xs muted">{t("times_bet")}</span>
      </div>
      <ul>
        {symbols.map(symbol => (
          <li key={symbol.title}>
            {symbol.picture && <img src={symbol.picture} alt="" width={44} height={44} loading="lazy" />}
            {symbol.pays.length > 0 && <Pays of={symbol} counts={counts} />}
            {symbol.role !== "pay" && <small className="muted">{t.in("roles", symbol.role)}</small>}
            {symbol.pays.length === 0 && <span className="sr-only">{symbol.title}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Pays({ of: { title, pays }, counts }: { of: Table["symbols"][number]; counts: Table["counts"] }) {
  const language = languageOf(useLocale());
  return (
    <table>
      <caption className="sr-only">{title}</caption>
      <tbody>
        {pays.map(({ count, multiple }) => (
          <tr key={count}>
            <th scope="row">{counts === "at_least" ? `${count}+` : count}</th>
            <td>{showMultiple(multiple, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function showMultiple(multiple: string, language: Parameters<typeof showCount>[1]): string {
  const [whole = "0", decimals] = multiple.split(".");
  return decimals ? showDecimal(multiple, language) : showCount(Number(whole), language);
}
