import type { ReactNode } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { SeedBar } from "#modules/fairness/web/seed-bar.tsx";
import { Term } from "./term.tsx";
import type { Table } from "./use-table.ts";

interface GameStageProps {
  readonly table: Table;
  readonly label: string;
  readonly title: string;
  /** Beside the title on wide screens. `returns`: it states the return to player. */
  readonly tag: string;
  readonly returns?: boolean;
  readonly history: ReactNode;
  /** Of the last bet that used up a nonce. */
  readonly lastProof: { readonly nonce: number; readonly hash: string } | null;
  /** The last result in words, for whoever hears the page. */
  readonly spoken: string;
  readonly children: ReactNode;
}

/** The stage of a game played with the player's own seeds: title and last results, the picture, the seed bar. */
export function GameStage({ table, label, title, tag, returns, history, lastProof, spoken, children }: GameStageProps) {
  const { t } = useTranslation("bets");
  return (
    <section className="stage" aria-label={label}>
      <div className="stage-h">
        <h1>{title}</h1>
        {returns ? (
          <Term of="rtp" className="tag g only-d">
            {tag}
          </Term>
        ) : (
          <span className="tag g only-d">{tag}</span>
        )}
        {table.playerId === null && <span className="tag br">{t(table.practice ? "practice.tag" : "demo.tag")}</span>}
        <span className="f1" />
        {history}
      </div>
      {children}
      <SeedBar playerId={table.playerId} label={t("next_bet")} last={lastProof} language={table.language} />
      <p className="sr" role="status">
        {spoken}
      </p>
    </section>
  );
}
