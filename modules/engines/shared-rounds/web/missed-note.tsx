import type { Language } from "#kit/i18n/locale.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { amount } from "#modules/bets/web/live-bets.tsx";
import type { Missed } from "./missed.ts";

/** One sentence about a bet that continued while the page was offline. */
export function MissedNote({ missed, language }: { missed: Missed | null; language: Language }) {
  const { t } = useTranslation("bets");
  const text =
    missed === null
      ? ""
      : missed.kind === "open"
        ? t("missed.open")
        : t(`missed.${missed.kind}`, { amount: amount(missed.amount, missed.currency, language) });
  return (
    <p className={text === "" ? "sr-only" : "note"} role="status">
      {text}
    </p>
  );
}
