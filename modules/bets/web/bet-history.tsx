import { Link } from "react-router";
import { useHref } from "#kit/web/lang.ts";

interface PastBet {
  /** The outside name of the bet; null in demo play, where nobody else knows it. */
  readonly id: string | null;
  readonly text: string;
  /** `hi` for a win, `br` for a rare one. */
  readonly variant?: "high" | "brass" | undefined;
  /** What a reader of the page hears of the link. */
  readonly label: string;
}

/** The last results of this page, newest first; each one of the real ones leads to its check. */
export function BetHistory({ bets }: { bets: readonly PastBet[] }) {
  const href = useHref();
  return (
    <div className="bet-history">
      {bets.map(({ id, text, variant, label }, index) =>
        id === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a demo bet has no other name than its place
          <span key={index} className={variant}>
            {text}
          </span>
        ) : (
          <Link key={id} className={variant} to={href(`/verify/${id}`)} aria-label={label}>
            {text}
          </Link>
        ),
      )}
    </div>
  );
}
