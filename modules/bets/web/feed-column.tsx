import type { ReactNode } from "react";
import { Tabs } from "#kit/ui/tabs.tsx";
import { useTranslation } from "#kit/web/texts.tsx";

export type FeedTab = "all" | "mine" | "statistics";

interface FeedColumnProps {
  readonly title: string;
  readonly tab: FeedTab;
  onTab(tab: FeedTab): void;
  readonly signedIn: boolean;
  /** Also where the screen is too narrow for three columns. */
  readonly keep?: boolean;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** The third column of a game page: all players' bets, the player's own, this visit's numbers. */
export function FeedColumn({ title, tab, onTab, signedIn, keep = false, aside, children }: FeedColumnProps) {
  const { t } = useTranslation("bets");
  const all = { value: "all" as const, text: t("feed.all") };
  const mine = { value: "mine" as const, text: t("feed.mine") };
  const statistics = { value: "statistics" as const, text: t("feed.statistics") };
  return (
    <section className={keep ? "panel feedcol keep" : "panel feedcol"} aria-label={title}>
      <div className="feed-head">
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
      <div className="feed-f">
        <Tabs
          label={title}
          value={tab}
          onChange={onTab}
          fill
          small
          items={signedIn ? [all, mine, statistics] : [all, statistics]}
        />
      </div>
    </section>
  );
}
