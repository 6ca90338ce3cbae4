import { useState } from "react";
import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCount } from "#kit/i18n/numbers.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { buttonClass } from "#kit/ui/button.tsx";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { type BonusView, collectRounds, listBonuses } from "../shared/contract.ts";

type Rounds = NonNullable<BonusView["rounds"]>;

/** How many of the free rounds of a bonus are left. */
export function RoundsLeft({ rounds }: { readonly rounds: Rounds }) {
  const { t } = useTranslation("bonuses");
  const language = languageOf(useLocale());
  if (rounds.left === null) return <p className="muted">{t("card.rounds_soon")}</p>;
  const [left, of] = [showCount(rounds.left, language), showCount(rounds.count, language)];
  return <p className="muted">{t("card.rounds_left", { left, of })}</p>;
}

/** Play the next round, or start with what they have won. */
export function RoundActions({ id, rounds }: { readonly id: string; readonly rounds: Rounds }) {
  const { t } = useTranslation("bonuses");
  const href = useHref();
  const { mutate, isPending } = useMutation(collectRounds, { invalidates: [listBonuses] });
  const { lines } = useErrorTexts("bonuses");
  const [why, setWhy] = useState<string | null>(null);
  if (rounds.left === null || rounds.left === 0) return null;
  async function collect(): Promise<void> {
    if (isPending) return;
    setWhy(null);
    try {
      await mutate({ params: { id } });
    } catch (error) {
      setWhy(lines(error).join(" "));
    }
  }
  return (
    <>
      <Link className={buttonClass({ variant: "primary" })} to={href(`/games/slots/${rounds.game}/play`)}>
        {t("card.play_rounds")}
      </Link>
      {parseDecimal(rounds.won) > 0n && (
        <button
          type="button"
          className={buttonClass({ variant: "secondary" })}
          aria-busy={isPending}
          disabled={isPending}
          onClick={() => void collect()}
        >
          {t("card.collect")}
        </button>
      )}
      {why && <p role="alert">{why}</p>}
    </>
  );
}
