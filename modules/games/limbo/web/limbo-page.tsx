import "#modules/bets/web/bets.css";
import "./limbo.css";
import { useMemo, useState } from "react";
import { showMoney } from "#kit/money/show.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { BetHistory } from "#modules/bets/web/bet-history.tsx";
import { GameStage } from "#modules/bets/web/game-stage.tsx";
import { OwnGameBets } from "#modules/bets/web/own-bets.tsx";
import { rulesInForce } from "#modules/bets/web/use-game-info.ts";
import { useGameSession } from "#modules/bets/web/use-game-session.ts";
import { usePlayerContextKey } from "#modules/bets/web/use-player-context.ts";
import { InstantPage, useInstantSession } from "#modules/engines/instant/web/instant-page.tsx";
import { getLimbo, getLimboRounds, limboChannel } from "../shared/contract.ts";
import { limboLimits } from "../shared/limits.ts";
import { oddsOf } from "../shared/odds.ts";
import { largestPayout, limboRules } from "../shared/rules.ts";
import { shownMultiplier } from "./fields.ts";
import { LimboRules } from "./limbo-rules.tsx";
import { LimboPicture, useSpoken } from "./limbo-stage.tsx";
import { climbMs, limboPlay } from "./play.ts";

const texts = ["limbo", "bets", "fairness"] as const;
export const handle = { game: true, texts };

export default function LimboPage() {
  return <LimboGame key={usePlayerContextKey()} />;
}

function LimboGame() {
  const { t } = useTranslation(...texts);
  const gameSession = useGameSession("limbo", getLimbo, limboLimits);
  const { currency, language } = gameSession.playerContext;
  const rules = rulesInForce(limboRules, gameSession.info);
  const [target, setTarget] = useState(200);
  const [climbing, setClimbing] = useState(100);
  const play = useMemo(() => limboPlay(rules, setClimbing), [rules]);
  const limbo = useInstantSession(gameSession, play, target, climbMs + 200);
  const spoken = useSpoken(language);

  const profit = gameSession.stake === null ? null : largestPayout(target, gameSession.stake) - gameSession.stake;
  const past = limbo.history.map(({ id, outcome, payout }) => {
    const text = `${shownMultiplier(outcome, language)}×`;
    return {
      id,
      text,
      variant: payout > 0n ? ("high" as const) : undefined,
      label: t("check_result", { result: text }),
    };
  });
  return (
    <InstantPage
      at={limbo}
      title={t("title")}
      description={t("description")}
      manual={
        <div>
          <div className="field-label">{t("profit")}</div>
          <output className="input-box read num">
            {profit === null ? "–" : showMoney(profit, currency, language)}
          </output>
        </div>
      }
      action={t("action", { target: shownMultiplier(target, language) })}
      ready
      odds={oddsOf(rules, target)}
      stage={
        <GameStage
          playerContext={gameSession.playerContext}
          label={t("stage")}
          title={t("title")}
          tag={t("rtp", { rtp: gameSession.info.rtp })}
          returns
          history={<BetHistory bets={past} />}
          lastProof={limbo.lastProof}
          spoken={limbo.revealed && limbo.last ? spoken(limbo.last) : ""}
        >
          <LimboPicture
            rules={rules}
            target={target}
            onTarget={setTarget}
            last={limbo.last}
            climbing={limbo.revealed ? null : climbing}
            language={language}
            locked={limbo.locked}
          />
        </GameStage>
      }
      channel={limboChannel}
      ownBets={
        <OwnGameBets
          route={getLimboRounds}
          fresh={limbo.session.bets}
          language={language}
          head={t("result")}
          describe={row => `${row.result}× ${row.payout === "0" ? "<" : "≥"} ${row.target}×`}
        />
      }
      rules={
        <LimboRules
          rules={rules}
          info={gameSession.info}
          playerContext={gameSession.playerContext}
          onClose={() => gameSession.rules.set(false)}
        />
      }
    />
  );
}
