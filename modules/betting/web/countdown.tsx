import { useEffect, useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";

/** Seconds until a live bet is accepted, counted down from when it is shown. Read by eye: a screen reader has the sentence beside it. */
export function Countdown({ ms }: { readonly ms: number }) {
  const { t } = useTranslation("betting");
  const [left, setLeft] = useState(ms);
  useEffect(() => {
    const from = performance.now();
    const timer = setInterval(() => setLeft(Math.max(0, ms - (performance.now() - from))), 200);
    return () => clearInterval(timer);
  }, [ms]);
  return (
    <span className="slip-countdown num" aria-hidden="true">
      {t("slip.seconds", { seconds: Math.ceil(left / 1_000) })}
    </span>
  );
}
