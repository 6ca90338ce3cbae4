import { Link } from "react-router";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { ShownRoll } from "./dice-stage.tsx";
import { decimal } from "./fields.ts";

/** The last rolls of this page; each one of the real ones leads to its check. */
export function DiceHistory({ rolls }: { rolls: readonly ShownRoll[] }) {
  const { t } = useTranslation("dice");
  const href = useHref();
  return (
    <div className="hist">
      {rolls.map((shown, index) => {
        const text = decimal(shown.roll, 2).padStart(5, "0");
        const look = shown.payout > 0n ? "hi" : undefined;
        const key = shown.id ?? `demo-${rolls.length - index}`;
        return shown.id ? (
          <Link
            key={key}
            className={look}
            to={href(`/verify/${shown.id}`)}
            aria-label={t("check_roll", { roll: text })}
          >
            {text}
          </Link>
        ) : (
          <span key={key} className={look}>
            {text}
          </span>
        );
      })}
    </div>
  );
}
