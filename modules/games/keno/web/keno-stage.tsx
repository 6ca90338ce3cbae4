import type { Language } from "#kit/i18n/locale.ts";
import { showMultiplier } from "#kit/i18n/numbers.ts";
import { showMoney } from "#kit/money/show.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { StageSeal } from "#modules/bets/web/stage-seal.tsx";
import { mostPicks, numbersDrawn } from "../shared/odds.ts";
import { hitsOf, type KenoBet, rowOf } from "../shared/rules.ts";
import { brief } from "./board.ts";
import { KenoBoard } from "./keno-board.tsx";
import { KenoLadder } from "./keno-ladder.tsx";
import type { ShownDraw } from "./play.ts";

interface KenoPictureProps {
  readonly bet: KenoBet;
  onToggle(number: number): void;
  /** The draw on the board or being drawn; null when there is none for these picks. */
  readonly last: ShownDraw | null;
  readonly landed: number;
  readonly language: Language;
  readonly locked: boolean;
  readonly still: boolean;
}

/** Forty numbers, the balls on them, and the ladder of hits. */
export function KenoPicture(props: KenoPictureProps) {
  const { bet, last, landed, language } = props;
  const { t } = useTranslation("keno");
  const drawn = last ? last.outcome.slice(0, landed) : [];
  const over = last !== null && landed === numbersDrawn;
  const hits = last ? hitsOf(last.choice.picks, drawn) : null;
  const picks = last ? last.choice.picks.length : bet.picks.length;
  const row = picks === 0 ? null : rowOf(bet.risk, picks);
  const hundredths = hits === null ? null : (row?.[hits] ?? 0);
  const shown = hundredths === null ? null : hundredths === 0 ? "0" : formatHundredths(hundredths);
  return (
    <>
      <StageSeal of="7d31f08bc2a94e65" />
      <div className="keno-play">
        <div className="keno-result">
          <div className={`keno-multiplier${over && last.payout > last.stake ? " won" : " idle"}`} aria-hidden="true">
            {shown === null ? `${picks} / ${mostPicks}` : showMultiplier(shown, language)}
          </div>
          <p className="subdued">{hits === null ? invitation() : t("line", { hits, picks })}</p>
        </div>
        <KenoBoard
          picks={last ? last.choice.picks : bet.picks}
          drawn={drawn}
          onToggle={props.onToggle}
          locked={props.locked}
          still={props.still}
        />
        <KenoLadder row={row} hits={hits} language={language} />
      </div>
    </>
  );

  /** Before the draw: the most that the picks can pay. */
  function invitation(): string {
    const most = row?.at(-1);
    return most === undefined ? t("first") : t("up_to", { multiplier: showMultiplier(brief(most), language) });
  }
}

/** A draw in words, for screen readers. */
export function useSpoken(language: Language): (shown: ShownDraw) => string {
  const { t } = useTranslation("keno");
  return ({ choice: { picks }, outcome, payout, currency }) => {
    const line = t("line", { hits: hitsOf(picks, outcome), picks: picks.length });
    return payout > 0n
      ? t("spoken_paid", { line, paid: showMoney(payout, currency, language) })
      : t("spoken_lost", { line });
  };
}
