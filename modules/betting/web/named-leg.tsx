import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import type { EventView } from "#modules/odds/shared/contract.ts";
import { LiveClock } from "#modules/odds/web/event-clock.tsx";
import { PriceText } from "#modules/odds/web/price-text.tsx";
import type { OutcomeName } from "#modules/odds/web/selections.ts";
import { legProgress } from "./leg-progress.ts";
import { pollMs, useOutcome } from "./slip-leg.tsx";

interface NamedLegProps {
  readonly of: OutcomeName;
  /** Null: no bet is taken on it. */
  readonly price: string | null;
  /** Whether the score of its event is shown while it is played. */
  readonly isFollowed?: boolean;
  /** Between the names and the price. */
  readonly children?: ReactNode;
}

/** An outcome by its names, and a price. */
export function NamedLeg({ of, price, isFollowed = false, children }: NamedLegProps) {
  const { t } = useTranslation("odds", "betting");
  const found = useOutcome(of, isFollowed && pollMs);
  return (
    <li className="slip-leg">
      <span className="grow">
        <b>{found?.name ?? of.outcome}</b>
        {found && (
          <span className="sm muted">
            {found.market}, {found.title}
          </span>
        )}
        {isFollowed && found?.event.status === "live" && <LiveScore of={of} event={found.event} />}
      </span>
      {children}
      {price === null ? (
        <Lock size={15} role="img" aria-label={t("page.suspended")} />
      ) : (
        <span className="slip-price num">
          <b>
            <PriceText of={price} />
          </b>
        </span>
      )}
    </li>
  );
}

/** Minute and score, and what is missing for the outcome to win. */
function LiveScore({ of, event }: { readonly of: OutcomeName; readonly event: EventView }) {
  const { t } = useTranslation("betting", "odds");
  const { play, sport } = event;
  if (!play) return null;
  const progress = legProgress(of, sport, play);
  return (
    <span className="slip-live sm">
      <span className="tag live num">{play.score.join(":")}</span>
      <LiveClock event={Object.assign({}, event, { play })} />
      {progress && <span className="muted">{t(`slip.needs_${progress.counts}`, { count: progress.needed })}</span>}
    </span>
  );
}
