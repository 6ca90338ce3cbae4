import { Lock } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";

/** How long a triangle shows that a price moved. */
const movedMs = 4_000;

/** An outcome with its price: a lock in its place while no bet is taken. */
export function Price({ label, price, isShut }: { label?: string; price: string | null; isShut: boolean }) {
  const { t } = useTranslation("odds");
  const shown = isShut ? null : price;
  const moved = useMoved(shown);
  const state = shown === null ? "shut" : (moved ?? "");
  return (
    <span className={`bet-price ${label === undefined ? "bare" : ""} ${state}`}>
      {label !== undefined && <span className="ellipsis">{label}</span>}
      {shown === null ? <Lock size={15} role="img" aria-label={t("page.suspended")} /> : <b className="num">{shown}</b>}
    </span>
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
