import { useState } from "react";
import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { notify } from "#kit/web/notify.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { getLimits, putLimits } from "#modules/limits/shared/contract.ts";

const answered = "deposit-limit-asked";

interface LimitPromptProps {
  readonly player: string;
  readonly currency: Currency;
  /** Sums to choose from. */
  readonly sums: readonly string[];
}

/** Asks once, before the first deposit, whether the player wants a daily limit. */
export function LimitPrompt({ player, currency, sums }: LimitPromptProps) {
  const { t } = useTranslation("payments");
  const { mutate } = useMutation(putLimits, { invalidates: [getLimits] });
  const language = languageOf(useLocale());
  const [isAnswered, setAnswered] = useState(() => localStorage.getItem(answered) === player);
  const { busy, submit } = useSubmit("payments");
  const { data } = useQuery(getLimits, {}, { enabled: !isAnswered });
  const own = data?.limits.find(({ kind }) => kind === "deposit");
  const hasOwn = own !== undefined && (own.limit !== null || own.later !== null);
  if (isAnswered || !data || hasOwn) return null;
  const close = () => {
    localStorage.setItem(answered, player);
    setAnswered(true);
  };
  const choose = (deposit_limit: string) =>
    submit(async () => {
      await mutate({ body: { currency, deposit_limit } });
      notify({ kind: "info", lines: [t("prompt.set")] });
      close();
    });
  return (
    <fieldset className="limit-ask" disabled={busy}>
      <legend>{t("prompt.title")}</legend>
      <p className="xs muted">{t("prompt.text")}</p>
      <div className="row">
        {sums.map(sum => (
          <Button key={sum} size="s" variant="outline" onClick={() => void choose(sum)}>
            {showMoney(parseDecimal(sum), currency, language, { brief: true })}
          </Button>
        ))}
        <Button size="s" variant="outline" onClick={close}>
          {t("prompt.none")}
        </Button>
      </div>
    </fieldset>
  );
}
