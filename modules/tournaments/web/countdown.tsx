import { useEffect, useState } from "react";
import { showCountdown } from "#kit/std/countdown.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { serverNow } from "#kit/web/use-api.ts";
import { tournamentChannel } from "../shared/contract.ts";

const daySeconds = 86_400;

/** The time left, by the server's clock; a dash in the server's HTML. */
export function Countdown({ to }: { readonly to: string }) {
  const { t } = useTranslation("tournaments");
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((Date.parse(to) - serverNow(tournamentChannel.module)) / 1000)));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [to]);
  if (left === null) return <>–</>;
  const days = Math.floor(left / daySeconds);
  const clock = showCountdown(left % daySeconds).padStart(8, "00:");
  return <>{days > 0 ? t("card.days", { days, clock }) : clock}</>;
}
