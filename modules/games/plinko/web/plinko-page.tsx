import { showMultiplier } from "#kit/i18n/numbers.ts";
import "#modules/bets/web/bets.css";
import "./plinko.css";
import { useMemo, useRef } from "react";
import { showMoney } from "#kit/money/show.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { BetHistory } from "#modules/bets/web/bet-history.tsx";
import { GameStage } from "#modules/bets/web/game-stage.tsx";
import { OwnGameBets } from "#modules/bets/web/own-bets.tsx";
import { play as sound } from "#modules/bets/web/sound.ts";
import { rulesInForce } from "#modules/bets/web/use-game-info.ts";
import { useGameSession } from "#modules/bets/web/use-game-session.ts";
import { usePlayerContextKey } from "#modules/bets/web/use-player-context.ts";
import { useStoredChoice } from "#modules/bets/web/use-stored-choice.ts";
import { InstantPage, useInstantSession } from "#modules/engines/instant/web/instant-page.tsx";
import { oddsOf } from "../shared/bet-odds.ts";
import { getPlinko, getPlinkoRounds, plinkoChannel } from "../shared/contract.ts";
import { plinkoLimits } from "../shared/limits.ts";
import { rowCounts } from "../shared/odds.ts";
import {
  largestMultiplier,
  type PlinkoBet,
  payoutAt,
  plinkoRules,
  type Risk,
  type PlinkoRules as Rules,
  risks,
} from "../shared/rules.ts";
import { dropBall } from "./drop-ball.ts";
import { plinkoPlay, type ShownBall } from "./play.ts";
import { PlinkoOptions } from "./plinko-options.tsx";
import { PlinkoRules } from "./plinko-rules.tsx";
import { hundredthsOf, PlinkoPicture, useSpoken } from "./plinko-stage.tsx";

const texts = ["plinko", "bets", "fairness"] as const;
export const handle = { game: true, texts };

/** Pause between two balls of a run. */
const pauseMs = 250;

export default function PlinkoPage() {
  return <PlinkoGame key={usePlayerContextKey()} />;
}

function PlinkoGame() {
  const { t } = useTranslation(...texts);
  const gameSession = useGameSession("plinko", getPlinko, plinkoLimits);
  const { currency, language } = gameSession.playerContext;
  const rules = rulesInForce(plinkoRules, gameSession.info);
  const [risk, setRisk] = useStoredChoice<Risk>("plinko:risk", risks, "medium");
  const [rows, setRows] = useStoredChoice("plinko:rows", rowCounts.map(String), "12");
  const bet = useMemo((): PlinkoBet => ({ rows: Number(rows), risk }), [rows, risk]);
  const air = useRef<HTMLDivElement>(null);
  const isLoud = useRef(false);
  isLoud.current = gameSession.sound.on;
  const play = useMemo(() => plinkoPlay(rules, (path, fast) => drop(air.current, path, fast, isLoud.current)), [rules]);
  const plinko = useInstantSession(gameSession, play, bet, pauseMs);
  const spoken = useSpoken(rules, language);
  // While a ball is in the air the list of own bets would reveal its result.
  const describedBets = useRef(0);
  if (plinko.revealed) describedBets.current = plinko.session.bets;

  const change = (next: PlinkoBet) => {
    if (plinko.running || !plinko.revealed) return;
    plinko.wipe();
    setRisk(next.risk);
    setRows(String(next.rows));
  };
  const most = gameSession.stake === null ? null : payoutAt(rules, bet, gameSession.stake, 0);
  return (
    <InstantPage
      at={plinko}
      title={t("title")}
      description={t("description")}
      options={<PlinkoOptions bet={bet} onChange={change} />}
      manual={
        <div className="key-value">
          <span>{t("most", { multiplier: showMultiplier(edgeOf(rules, bet), language) })}</span>
          <b className="num">{most === null ? "–" : showMoney(most, currency, language)}</b>
        </div>
      }
      action={t("action")}
      ready
      odds={oddsOf(rules, bet)}
      stage={
        <GameStage
          playerContext={gameSession.playerContext}
          label={t("stage")}
          title={t("title")}
          tag={t("rtp", { rtp: gameSession.info.rtp })}
          returns
          history={<BetHistory bets={plinko.history.slice(0, 5).map(pastOf)} />}
          lastProof={plinko.lastProof}
          spoken={plinko.revealed && plinko.last ? spoken(plinko.last) : ""}
        >
          <PlinkoPicture
            rules={rules}
            bet={bet}
            last={plinko.last}
            landed={plinko.session.bets}
            air={air}
            language={language}
          />
        </GameStage>
      }
      channel={plinkoChannel}
      ownBets={
        <OwnGameBets
          route={getPlinkoRounds}
          fresh={describedBets.current}
          language={language}
          head={t("slot")}
          describe={row => t("slot_of", { slot: row.slot + 1, slots: row.rows + 1, risk: t(`risk.${row.risk}`) })}
        />
      }
      rules={
        <PlinkoRules
          rules={rules}
          info={gameSession.info}
          playerContext={gameSession.playerContext}
          bet={bet}
          onClose={() => gameSession.rules.set(false)}
        />
      }
    />
  );

  function pastOf(shown: ShownBall) {
    const hundredths = hundredthsOf(rules, shown);
    const text = showMultiplier(formatHundredths(hundredths), language);
    const variant = hundredths >= 1000 ? ("brass" as const) : hundredths > 100 ? ("high" as const) : undefined;
    return { id: shown.id, text, variant, label: t("check_ball", { multiplier: text }) };
  }
}

const edgeOf = (rules: Rules, bet: PlinkoBet): string =>
  formatHundredths(Number(largestMultiplier(rules, bet).numerator));

/** Drops a ball over the current board, with a wooden tick at each peg. */
async function drop(board: HTMLElement | null, path: string, fast: boolean, isLoud: boolean): Promise<void> {
  if (!board) return;
  const tick = (row: number) => sound({ name: "tick", height: row / path.length });
  await dropBall(board, path, fast, isLoud && !fast ? tick : undefined);
}
