import "#modules/bets/web/bets.css";
import "./dice.css";
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
import { diceChannel, getDice, getDiceRounds } from "../shared/contract.ts";
import { diceLimits } from "../shared/limits.ts";
import { oddsOf } from "../shared/odds.ts";
import { diceRules, largestPayout } from "../shared/rules.ts";
import { DiceRules } from "./dice-rules.tsx";
import { DicePicture, useSpoken } from "./dice-stage.tsx";
import { type Choice, comparison, shownDecimal, shownRoll, swapped, targetOf } from "./fields.ts";
import { dicePlay, rollMs } from "./play.ts";

const texts = ["dice", "bets", "fairness"] as const;
export const handle = { game: true, texts };

export default function DicePage() {
  return <DiceGame key={usePlayerContextKey()} />;
}

function DiceGame() {
  const { t } = useTranslation(...texts);
  const gameSession = useGameSession("dice", getDice, diceLimits);
  const { currency, language } = gameSession.playerContext;
  const rules = rulesInForce(diceRules, gameSession.info);
  const [choice, setChoice] = useState<Choice>({ direction: "over", winning: 5000 });
  const [rolling, setRolling] = useState(0);
  const play = useMemo(() => dicePlay(rules, setRolling), [rules]);
  const dice = useInstantSession(gameSession, play, choice, rollMs + 160, { other: swapped, show: setChoice });
  const spoken = useSpoken(language);

  const bet = { direction: choice.direction, target: targetOf(choice) };
  const profit = gameSession.stake === null ? null : largestPayout(rules, bet, gameSession.stake) - gameSession.stake;
  const target = shownDecimal(bet.target, 2, language);
  const past = dice.history.map(({ id, outcome, payout }) => {
    const text = shownRoll(outcome, language);
    return { id, text, variant: payout > 0n ? ("high" as const) : undefined, label: t("check_roll", { roll: text }) };
  });
  return (
    <InstantPage
      at={dice}
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
      action={t(choice.direction === "over" ? "action_over" : "action_under", { target })}
      ready
      odds={oddsOf(rules, bet)}
      stage={
        <GameStage
          playerContext={gameSession.playerContext}
          label={t("stage")}
          title={t("title")}
          tag={t("rtp", { rtp: gameSession.info.rtp })}
          returns
          history={<BetHistory bets={past} />}
          lastProof={dice.lastProof}
          spoken={dice.revealed && dice.last ? spoken(dice.last) : ""}
        >
          <DicePicture
            rules={rules}
            choice={choice}
            onChoice={setChoice}
            last={dice.last}
            rolling={dice.revealed ? null : rolling}
            language={language}
            locked={dice.locked}
            still={gameSession.fast.on}
          />
        </GameStage>
      }
      channel={diceChannel}
      ownBets={
        <OwnGameBets
          route={getDiceRounds}
          fresh={dice.session.bets}
          language={language}
          head={t("roll")}
          describe={row => comparison(row, language)}
        />
      }
      rules={
        <DiceRules
          rules={rules}
          info={gameSession.info}
          playerContext={gameSession.playerContext}
          onClose={() => gameSession.rules.set(false)}
        />
      }
    />
  );
}
