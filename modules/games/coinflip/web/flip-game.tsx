import { useState } from "react";
import { showMoney } from "#kit/money/show.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { BetHistory } from "#modules/bets/web/bet-history.tsx";
import { GameStage } from "#modules/bets/web/game-stage.tsx";
import { StageSeal } from "#modules/bets/web/stage-seal.tsx";
import { useGameSession } from "#modules/bets/web/use-game-session.ts";
import { InstantPage, useInstantSession } from "#modules/engines/instant/web/instant-page.tsx";
import { coinflipChannel, getCoinflip } from "../shared/contract.ts";
import { coinflipLimits } from "../shared/limits.ts";
import { flipOddsOf } from "../shared/odds.ts";
import { coinflipRules, payoutAt, type Side } from "../shared/rules.ts";
import { Coin, flipMs } from "./coin.tsx";
import { type CoinflipMode, CoinflipModeTabs } from "./coinflip-mode-tabs.tsx";
import { CoinflipRules } from "./coinflip-rules.tsx";
import { OwnCoins } from "./own-coins.tsx";
import { flipPlay, type ShownFlip } from "./play.ts";
import { SideKeys } from "./side-keys.tsx";

const otherSide = (side: Side): Side => (side === "heads" ? "tails" : "heads");

/** One flip against the casino. */
export function FlipGame({ onMode }: { onMode(mode: CoinflipMode): void }) {
  const { t } = useTranslation("coinflip");
  const gameSession = useGameSession("coinflip", getCoinflip, coinflipLimits);
  const { currency, language } = gameSession.playerContext;
  const [side, setSide] = useState<Side>("heads");
  const flip = useInstantSession(gameSession, flipPlay, side, flipMs + 300, { other: otherSide, show: setSide });
  const { last, revealed } = flip;
  const profit =
    gameSession.stake === null
      ? null
      : payoutAt(coinflipRules.current, side, gameSession.stake, side) - gameSession.stake;
  const choose = (next: Side) => !flip.locked && setSide(next);
  return (
    <InstantPage
      at={flip}
      title={t("title")}
      description={t("description")}
      options={
        <div>
          <div className="field-label">{t("side")}</div>
          <SideKeys side={side} onSide={choose} locked={flip.locked} />
        </div>
      }
      manual={
        <div>
          <div className="field-label">{t("profit")}</div>
          <output className="input-box read num">
            {profit === null ? "–" : showMoney(profit, currency, language)}
          </output>
        </div>
      }
      action={t("action", { side: t(side) })}
      ready
      odds={flipOddsOf(coinflipRules.current)}
      keys={[
        { code: "KeyH", text: t("heads"), run: () => choose("heads") },
        { code: "KeyT", text: t("tails"), run: () => choose("tails") },
      ]}
      stage={
        <GameStage
          playerContext={gameSession.playerContext}
          label={t("stage")}
          title={t("title")}
          tag={t("tag", { rtp: gameSession.info.rtp })}
          returns
          history={<BetHistory bets={flip.history.map(pastOf)} />}
          lastProof={flip.lastProof}
          spoken={revealed && last ? describe(last) : ""}
        >
          <StageSeal of="c01nf1a9e26d4b75" />
          <div className="coin-play">
            <CoinflipModeTabs mode="flip" onMode={onMode} locked={flip.locked} />
            <Coin
              side={last?.outcome ?? "heads"}
              toss={last ? (last.id ?? `demo-${flip.session.bets}-${revealed ? 0 : 1}`) : ""}
              tossing={last !== null && !revealed}
            />
            <p className={`coin-line${revealed && last && last.payout > last.stake ? " won" : ""}`}>
              {revealed ? line(last) : "\u00a0"}
            </p>
          </div>
        </GameStage>
      }
      channel={coinflipChannel}
      ownBets={<OwnCoins fresh={flip.session.bets} language={language} />}
      rules={
        <CoinflipRules
          info={gameSession.info}
          playerContext={gameSession.playerContext}
          onClose={() => gameSession.rules.set(false)}
        />
      }
    />
  );

  function line(shown: ShownFlip | null): string {
    if (!shown) return t("first");
    return t(shown.payout > 0n ? "won" : "lost", { side: t(shown.outcome) });
  }

  function describe({ outcome, payout, currency: of }: ShownFlip): string {
    const lies = t(outcome);
    return payout > 0n
      ? t("spoken_won", { side: lies, paid: showMoney(payout, of, language) })
      : t("spoken_lost", { side: lies });
  }

  function pastOf({ id, outcome, payout }: ShownFlip) {
    const text = t(outcome);
    return { id, text, variant: payout > 0n ? ("high" as const) : undefined, label: t("check", { side: text }) };
  }
}
