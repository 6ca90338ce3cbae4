import type { ReactNode } from "react";
import { type NumberLanguage, showMoney, showMultiplier } from "#kit/money/show.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { Seal } from "#kit/ui/seal.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { mostPicks, numbersDrawn } from "../shared/odds.ts";
import { hitsOf, type KenoBet, rowOf } from "../shared/rules.ts";
import { brief } from "./board.ts";
import { KenoBoard } from "./keno-board.tsx";
import { KenoLadder } from "./keno-ladder.tsx";
import type { ShownDraw } from "./use-keno.ts";

interface KenoStageProps {
  readonly bet: KenoBet;
  onToggle(number: number): void;
  /** The draw that lies on the board, or falls; null when there is none for these picks. */
  readonly last: ShownDraw | null;
  readonly landed: number;
  readonly history: ReactNode;
  readonly seedBar: ReactNode;
  readonly language: NumberLanguage;
  readonly locked: boolean;
  readonly demo: boolean;
  readonly still: boolean;
}

/** The stage: forty keys, the balls on them, and the ladder that every hit climbs. */
export function KenoStage(props: KenoStageProps) {
  const { bet, last, landed, language } = props;
  const { t } = useTranslation("keno");
  const drawn = last ? last.drawn.slice(0, landed) : [];
  const over = last !== null && landed === numbersDrawn;
  const hits = last ? hitsOf(last.bet.picks, drawn) : null;
  const picks = last ? last.bet.picks.length : bet.picks.length;
  const row = picks === 0 ? null : rowOf(bet.risk, picks);
  const hundredths = hits === null ? null : (row?.[hits] ?? 0);
  const shown = hundredths === null ? null : hundredths === 0 ? "0" : formatHundredths(hundredths);
  return (
    <section className="stage" aria-label={t("stage")}>
      <div className="stage-h">
        <h1>{t("title")}</h1>
        <span className="tag g only-d">{t("tag")}</span>
        {props.demo && <span className="tag br">{t("demo")}</span>}
        <span className="f1" />
        {props.history}
      </div>
      <div className="keno-rosette" aria-hidden="true">
        <Seal of="7d31f08bc2a94e65" size={900} copies={20} inner={0.3} points={340} radius={48} stroke={0.1} />
      </div>
      <div className="keno-play">
        <div className="keno-result">
          <div className={`keno-multiplier${over && last.payout > last.stake ? " won" : " idle"}`} aria-hidden="true">
            {shown === null ? `${picks} / ${mostPicks}` : showMultiplier(shown, language)}
          </div>
          <p className="t2">{hits === null ? invitation() : t("line", { hits, picks })}</p>
        </div>
        <KenoBoard
          picks={last ? last.bet.picks : bet.picks}
          drawn={drawn}
          onToggle={props.onToggle}
          locked={props.locked}
          still={props.still}
        />
        <KenoLadder row={row} hits={hits} language={language} />
      </div>
      {props.seedBar}
      <p className="sr" role="status">
        {over ? spoken(last) : ""}
      </p>
    </section>
  );

  /** Before the draw: what the picks could pay at most. */
  function invitation(): string {
    const most = row?.at(-1);
    return most === undefined ? t("first") : t("up_to", { multiplier: showMultiplier(brief(most), language) });
  }

  function spoken(draw: ShownDraw): string {
    const line = t("line", { hits: hitsOf(draw.bet.picks, draw.drawn), picks: draw.bet.picks.length });
    const paid = showMoney(draw.payout, draw.currency, language);
    return draw.payout > 0n ? t("spoken_paid", { line, paid }) : t("spoken_lost", { line });
  }
}
