import type { ReactNode } from "react";
import { Button } from "#kit/ui/button.tsx";
import { SkeletonRows, SkeletonText } from "#kit/ui/skeleton.tsx";
import { useTranslation } from "#kit/web/texts.tsx";

interface HistoryCardProps {
  readonly title: "bets" | "payments" | "sessions";
  /** A filter is set: an empty list says so. */
  readonly isFiltered?: boolean;
  readonly action?: ReactNode;
  /** Null while loading. */
  readonly rows: readonly unknown[] | null;
  /** Space is reserved for this many rows meanwhile; 0 where there are mostly none. */
  readonly expected: number;
  readonly failed?: boolean;
  readonly more?: (() => void) | null;
  /** Header and body of the table. */
  readonly children?: ReactNode;
}

/** A list of events, or the sentence that says why it is empty. */
export function HistoryCard({ title, action, rows, expected, failed, isFiltered, more, children }: HistoryCardProps) {
  const { t } = useTranslation("lobby", "profile", "bets");
  return (
    <section className={`card history ${title}`}>
      <div className="row spread">
        <h2 className="display">{t(`profile:${title}`)}</h2>
        {action}
      </div>
      {failed ? (
        <p className="muted sm">{t("profile:failed")}</p>
      ) : rows === null ? (
        expected === 0 ? (
          <p className="muted sm">
            <SkeletonText>{t(`profile:no_${title}`)}</SkeletonText>
          </p>
        ) : (
          <div className="scroll" aria-busy="true">
            <table>
              {children}
              <SkeletonRows count={expected} />
            </table>
          </div>
        )
      ) : rows.length === 0 ? (
        <p className="muted sm">{t(isFiltered ? "profile:no_match" : `profile:no_${title}`)}</p>
      ) : (
        <div className="scroll">
          <table>{children}</table>
        </div>
      )}
      {more && (
        <Button size="s" variant="ghost" wide onClick={more}>
          {t("bets:mine.more")}
        </Button>
      )}
    </section>
  );
}
