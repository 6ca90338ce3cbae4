import type { ReactNode } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { SeedBar } from "#modules/fairness/web/seed-bar.tsx";
import { Term } from "./term.tsx";
import type { PlayerContext } from "./use-player-context.ts";

interface GameStageProps {
  readonly playerContext: PlayerContext;
  readonly label: string;
  readonly title: string;
  /** Beside the title on wide screens. `returns`: it states the return to player. */
  readonly tag: string;
  readonly returns?: boolean;
  readonly history: ReactNode;
  /** The nonce of the last bet that used one. */
  readonly lastProof: { readonly nonce: number; readonly hash: string } | null;
  /** The last result in words, for screen readers. */
  readonly spoken: string;
  readonly children: ReactNode;
}

/** The stage of a game played with the player's own seeds: title and last results, the scene, the seed bar. */
export function GameStage({
  playerContext,
  label,
  title,
  tag,
  returns,
  history,
  lastProof,
  spoken,
  children,
}: GameStageProps) {
  const { t } = useTranslation("bets");
  return (
    <section className="stage" aria-label={label}>
      <div className="stage-head">
        <h1>{title}</h1>
        {returns ? (
          <Term of="rtp" className="tag tinted only-desktop">
            {tag}
          </Term>
        ) : (
          <span className="tag tinted only-desktop">{tag}</span>
        )}
        {playerContext.playerId === null && (
          <span className="tag brass">{t(playerContext.practice ? "practice.tag" : "demo.tag")}</span>
        )}
        <span className="grow" />
        {history}
      </div>
      {children}
      <SeedBar
        playerId={playerContext.playerId}
        label={t("next_bet")}
        last={lastProof}
        language={playerContext.language}
      />
      <p className="sr-only" role="status">
        {spoken}
      </p>
    </section>
  );
}
