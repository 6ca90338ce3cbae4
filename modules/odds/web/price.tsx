import { use, useEffect, useRef, useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { PriceText } from "./price-text.tsx";
import { type OutcomeName, SelectionContext } from "./selections.ts";

/** How long a triangle shows that a price moved. */
const movedMs = 4_000;

interface PriceProps {
  readonly of: OutcomeName;
  /** What is backed; shown unless `isBare`. */
  readonly label: string;
  /** The label in full, for screen readers and as a tooltip, where it is abbreviated. */
  readonly fullLabel?: string | undefined;
  readonly price: string | null;
  readonly isShut: boolean;
  readonly isBare?: boolean;
}

/**
 * An outcome with its price, which puts it on the slip: a lock in its place while no bet is taken. A list has hundreds of them and all are locked
 * when a feed is down, so the lock is a mask of the stylesheet: an inline picture is 450 bytes each time.
 */
export function Price({ of, label, fullLabel, price, isShut, isBare = false }: PriceProps) {
  const { t } = useTranslation("odds");
  const selections = use(SelectionContext);
  const shown = isShut ? null : price;
  const moved = useMoved(shown);
  const state = shown === null ? "shut" : (moved ?? "");
  const isSelected = selections?.has(of) ?? false;
  return (
    <button
      type="button"
      className={`bet-price ${isBare ? "bare" : ""} ${state}`}
      aria-pressed={isSelected}
      disabled={selections === null || (shown === null && !isSelected)}
      onClick={() => selections?.toggle(of, price ?? "")}
    >
      {fullLabel === undefined || fullLabel === label ? (
        <span className={isBare ? "sr-only" : "ellipsis"}>{label}</span>
      ) : (
        <span className="ellipsis" title={fullLabel}>
          <span aria-hidden="true">{label}</span>
          <span className="sr-only">{fullLabel}</span>
        </span>
      )}
      {shown === null ? (
        <i className="bet-lock" role="img" aria-label={t("page.suspended")} />
      ) : (
        <b className="num">
          <PriceText of={shown} />
        </b>
      )}
    </button>
  );
}

function useMoved(price: string | null): "up" | "down" | null {
  const before = useRef(price);
  const [moved, setMoved] = useState<"up" | "down" | null>(null);
  useEffect(() => {
    const last = before.current;
    if (price !== null) before.current = price;
    if (price === null || last === null || price === last) return;
    setMoved(Number(price) > Number(last) ? "up" : "down");
    const timer = setTimeout(() => setMoved(null), movedMs);
    return () => clearTimeout(timer);
  }, [price]);
  return moved;
}
