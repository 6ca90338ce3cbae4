import { Link } from "react-router";
import { useHref } from "#kit/web/lang.ts";

interface PastBet {
  /** The public id of the bet; null in demo play, where bets are not stored. */
  readonly id: string | null;
  readonly text: string;
  /** `hi` for a win, `br` for a rare one. */
  readonly variant?: "high" | "brass" | undefined;
  /** The link's accessible name. */
  readonly label: string;
}

/** The last results of this page, newest first; each real one links to the verifier. */
export function BetHistory({ bets }: { bets: readonly PastBet[] }) {
  const href = useHref();
  return (
    <div className="bet-history">
      {bets.map(({ id, text, variant, label }, index) =>
        id === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a demo bet has no id but its index
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
