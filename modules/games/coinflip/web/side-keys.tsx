import { useTranslation } from "#kit/web/texts.tsx";
import { type Side, sides } from "../shared/rules.ts";

interface SideKeysProps {
  /** The selected side; null if a press calls it at once. */
  readonly side: Side | null;
  onSide(side: Side): void;
  readonly locked: boolean;
  /** Accessible names: "Call heads" instead of "Heads". */
  readonly calls?: boolean;
}

/** The two sides as buttons, each with its small coin. */
export function SideKeys({ side, onSide, locked, calls }: SideKeysProps) {
  const { t } = useTranslation("coinflip");
  return (
    <fieldset className="side-keys" aria-label={t("side")}>
      {sides.map(value => (
        <button
          key={value}
          type="button"
          className={`side-key ${value}${side === value ? " on" : ""}`}
          {...(side !== null && { "aria-pressed": side === value })}
          aria-disabled={locked}
          onClick={() => !locked && onSide(value)}
        >
          <i aria-hidden="true" />
          {calls ? t("call", { side: t(value) }) : t(value)}
        </button>
      ))}
    </fieldset>
  );
}
