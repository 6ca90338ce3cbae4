import { showMultiplier, showPercent } from "#kit/i18n/numbers.ts";
import "#modules/bets/web/bets.css";
import "./keno.css";
import { useMemo, useRef, useState } from "react";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { BetHistory } from "#modules/bets/web/bet-history.tsx";
import { browserBytes } from "#modules/bets/web/demo.ts";
import { GameStage } from "#modules/bets/web/game-stage.tsx";
import { OwnGameBets } from "#modules/bets/web/own-bets.tsx";
import { rulesInForce } from "#modules/bets/web/use-game-info.ts";
import { useGameSession } from "#modules/bets/web/use-game-session.ts";
import { usePlayerContextKey } from "#modules/bets/web/use-player-context.ts";
import { useStoredChoice } from "#modules/bets/web/use-stored-choice.ts";
import { InstantPage, useInstantSession } from "#modules/engines/instant/web/instant-page.tsx";
import { oddsOf } from "../shared/bet-odds.ts";
import { getKeno, getKenoRounds, kenoChannel } from "../shared/contract.ts";
import { kenoLimits } from "../shared/limits.ts";
import { mostPicks, numbersDrawn, returnPercent } from "../shared/odds.ts";
import { hitsOf, kenoRules, type Risk, risks, rowOf } from "../shared/rules.ts";
import { randomPicks, toggled } from "./board.ts";
import { KenoFacts } from "./keno-facts.tsx";
import { KenoOptions } from "./keno-options.tsx";
import { KenoRules } from "./keno-rules.tsx";
import { KenoPicture, useSpoken } from "./keno-stage.tsx";
import { drawMs, kenoPlay, type ShownDraw } from "./play.ts";

const texts = ["keno", "bets", "fairness"] as const;
export const handle = { game: true, texts };

export default function KenoPage() {
  return <KenoGame key={usePlayerContextKey()} />;
}

function KenoGame() {
  const { t } = useTranslation(...texts);
  const gameSession = useGameSession("keno", getKeno, kenoLimits);
  const { language } = gameSession.playerContext;
  const rules = rulesInForce(kenoRules, gameSession.info);
  const [picks, setPicks] = useState<readonly number[]>([]);
  const [risk, setRisk] = useStoredChoice<Risk>("keno:risk", risks, "medium");
  const [falling, setFalling] = useState(0);
  const sound = useRef(false);
  sound.current = gameSession.sound.on;
  const play = useMemo(() => kenoPlay(rules, { landed: setFalling, sound: () => sound.current }), [rules]);
  const bet = useMemo(() => ({ risk, picks }), [risk, picks]);
  const keno = useInstantSession(gameSession, play, picks.length === 0 ? null : bet, drawMs + 400);
  const spoken = useSpoken(language);

  const landed = keno.revealed ? numbersDrawn : falling;
  const choose = (next: readonly number[]) => {
    if (keno.locked) return;
    keno.wipe();
    setPicks(next);
  };
  const chooseRandom = () => choose(randomPicks(picks.length || mostPicks, browserBytes));
  const percent = returnPercent(rowOf(rules, risk, picks.length || 1)).slice(0, -2);
  return (
    <InstantPage
      at={keno}
      title={t("title")}
      description={t("description")}
      options={
        <KenoOptions
          risk={risk}
          onRisk={next => {
            if (keno.locked) return;
            keno.wipe();
            setRisk(next);
          }}
          onRandom={chooseRandom}
          onClear={picks.length === 0 ? null : () => choose([])}
          locked={keno.locked}
        />
      }
      action={t(picks.length === 0 ? "action_empty" : "action")}
      ready={picks.length > 0}
      odds={picks.length === 0 ? null : oddsOf(rules, bet)}
      keys={[{ code: "KeyR", text: t("random"), run: chooseRandom }]}
      facts={<KenoFacts picked={picks.length} last={keno.last} landed={landed} language={language} />}
      foot={
        <div className="key-value">
          <span>{t("return")}</span>
          <b>{picks.length === 0 ? `${gameSession.info.rtp}%` : showPercent(percent, language)}</b>
        </div>
      }
      stage={
        <GameStage
          playerContext={gameSession.playerContext}
          label={t("stage")}
          title={t("title")}
          tag={t("tag")}
          history={<BetHistory bets={keno.history.slice(0, 5).map(pastOf)} />}
          lastProof={keno.lastProof}
          spoken={keno.revealed && keno.last ? spoken(keno.last) : ""}
        >
          <KenoPicture
            rules={rules}
            bet={bet}
            onToggle={number => choose(toggled(picks, number))}
            last={keno.last}
            landed={landed}
            language={language}
            locked={keno.locked}
            still={gameSession.fast.on}
          />
        </GameStage>
      }
      channel={kenoChannel}
      ownBets={
        <OwnGameBets
          route={getKenoRounds}
          fresh={keno.session.bets}
          language={language}
          head={t("hits")}
          describe={row => t("hits_of", { hits: row.hits, picks: row.picks.length })}
        />
      }
      rules={
        <KenoRules
          rules={rules}
          info={gameSession.info}
          playerContext={gameSession.playerContext}
          risk={risk}
          picks={picks.length || mostPicks}
          onClose={() => gameSession.rules.set(false)}
        />
      }
    />
  );

  function pastOf({ id, choice, outcome }: ShownDraw) {
    const hundredths = rowOf(rules, choice.risk, choice.picks.length)[hitsOf(choice.picks, outcome)] ?? 0;
    const text = showMultiplier(hundredths === 0 ? "0" : formatHundredths(hundredths), language);
    const variant = hundredths >= 5000 ? ("brass" as const) : hundredths > 100 ? ("high" as const) : undefined;
    return { id, text, variant, label: t("check_draw", { multiplier: text }) };
  }
}
