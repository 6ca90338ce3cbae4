import { useTranslation } from "#kit/web/texts.tsx";
import { coinflipRules, type Side } from "../shared/rules.ts";

/** The flips of a ladder in a row: the side that came up, and whether it was called. */
export function Streak({ called, landed }: { called: readonly Side[]; landed: readonly Side[] }) {
  const { t } = useTranslation("coinflip");
  return (
    <ol className="streak" aria-label={t("streak")}>
      {Array.from({ length: coinflipRules.current.most_flips }, (_, index) => {
        const side = landed[index];
        const variant = side === undefined ? undefined : side === called[index] ? "right" : "wrong";
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the n-th flip
          <li key={index} className={variant} title={side && t(side)}>
            {side === undefined ? "" : t(side).slice(0, 1)}
          </li>
        );
      })}
    </ol>
  );
}
