import { useMemo, useState } from "react";
import { showMultiplier } from "#kit/i18n/numbers.ts";
import { showMoney } from "#kit/money/show.ts";
import { Tabs } from "#kit/ui/tabs.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { multiplierText } from "#modules/bets/shared/multiplier.ts";
import { BetHistory } from "#modules/bets/web/bet-history.tsx";
import { GameStage } from "#modules/bets/web/game-stage.tsx";
import { StageSeal } from "#modules/bets/web/stage-seal.tsx";
import { useGameSession } from "#modules/bets/web/use-game-session.ts";
import { RoundsPage, useRoundsSession } from "#modules/engines/stepwise/web/rounds-page.tsx";
import type { Plan } from "#modules/engines/stepwise/web/use-rounds.ts";
import { coinflipChannel, getCoinflip } from "../shared/contract.ts";
import { coinflipLimits } from "../shared/limits.ts";
import { type FlipChoice, mostFlips, type Side } from "../shared/rules.ts";
import { Coin } from "./coin.tsx";
import { type CoinflipMode, CoinflipModeTabs } from "./coinflip-mode-tabs.tsx";
import { CoinflipRules } from "./coinflip-rules.tsx";
import { OwnCoins } from "./own-coins.tsx";
import { type LadderOutcome, type LadderView, ladderPlay, type ShownLadder } from "./play.ts";
import { SideKeys } from "./side-keys.tsx";
import { Streak } from "./streak.tsx";

const start = { ladder: true } as const;
const heights = ["1", "2", "3", "5", "8"] as const;

/** A ladder of flips against the casino. */
export function LadderGame({ onMode }: { onMode(mode: CoinflipMode): void }) {
  const { t } = useTranslation("coinflip");
  const gameSession = { ...useGameSession("coinflip", getCoinflip, coinflipLimits), slot: "coinflip-ladder" };
  const { language } = gameSession.playerContext;
  const [height, setHeight] = useState<(typeof heights)[number]>("2");
  const [planSide, setPlanSide] = useState<Side>("heads");
  const plan = useMemo(() => planOf(Number(height), planSide), [height, planSide]);
  const ladder = useRoundsSession(gameSession, ladderPlay, start, plan);
  const { drawnRound, round } = ladder;
  const call = (side: Side) => ladder.mayStep && void ladder.step({ side });
  const tossing = drawnRound !== round;
  const flips = drawnRound?.view.landed.length ?? 0;
  return (
    <RoundsPage
      at={ladder}
      title={t("title")}
      description={t("description")}
      plan={
        <>
          <div>
            <div className="field-label">{t("plan")}</div>
            <Tabs
              label={t("plan")}
              value={height}
              onChange={next => !ladder.running && setHeight(next)}
              fill
              small
              items={heights.map(value => ({ value, text: value }))}
            />
          </div>
          <div>
            <div className="field-label">{t("plan_side")}</div>
            <SideKeys side={planSide} onSide={setPlanSide} locked={ladder.running} />
          </div>
        </>
      }
      planned
      action={t("start")}
      steps={<SideKeys side={null} onSide={call} locked={!ladder.mayStep} calls />}
      keys={[
        { code: "KeyH", text: t("call", { side: t("heads") }), run: () => call("heads") },
        { code: "KeyT", text: t("call", { side: t("tails") }), run: () => call("tails") },
      ]}
      stage={
        <GameStage
          playerContext={gameSession.playerContext}
          label={t("stage")}
          title={t("title")}
          tag={t("tag", { rtp: gameSession.info.rtp })}
          returns
          history={<BetHistory bets={ladder.history.map(pastOf)} />}
          lastProof={ladder.lastProof}
          spoken={round ? line(round) : ""}
        >
          <StageSeal of="c01nf1a9e26d4b75" />
          <div className="coin-play">
            <CoinflipModeTabs mode="ladder" onMode={onMode} locked={ladder.busy || ladder.running} />
            <Coin
              side={drawnRound?.view.landed.at(-1) ?? "heads"}
              toss={`${drawnRound?.id ?? "demo"} ${flips} ${ladder.history.length}`}
              tossing={tossing && flips > (round?.id === drawnRound?.id ? (round?.view.landed.length ?? 0) : 0)}
            />
            <p className={`coin-line${round && round.payout > round.stake ? " won" : ""}`}>
              {tossing ? "\u00a0" : round ? line(round) : t("first_ladder")}
            </p>
            <Streak called={round?.view.called ?? []} landed={round?.view.landed ?? []} />
            <p className="subdued coin-next">
              {round?.status === "open" && round.view.next !== null && !tossing
                ? t("next", { multiplier: showMultiplier(round.view.next, language) })
                : "\u00a0"}
            </p>
          </div>
        </GameStage>
      }
      channel={coinflipChannel}
      ownBets={<OwnCoins fresh={ladder.session.bets} language={language} />}
      rules={
        <CoinflipRules
          info={gameSession.info}
          playerContext={gameSession.playerContext}
          onClose={() => gameSession.rules.set(false)}
        />
      }
    />
  );

  function line({ status, view, payout, currency }: ShownLadder): string {
    const last = view.landed.at(-1);
    if (payout > 0n && status === "settled") return `${t("paid_out")}: ${showMoney(payout, currency, language)}`;
    if (last === undefined) return t("first_call");
    const side = t(last);
    if (status === "open") return t("right", { side, count: view.landed.length, most: mostFlips });
    return `${t("lost", { side })}`;
  }

  function pastOf({ id, payout, stake }: ShownLadder) {
    const text = showMultiplier(multiplierText(payout, stake), language);
    const variant = payout >= stake * 10n ? ("brass" as const) : payout > stake ? ("high" as const) : undefined;
    return { id, text, variant, label: t("check_ladder", { multiplier: text }) };
  }
}

/** Every ladder of a run calls one side and is cashed out after a set number of right flips. */
function planOf(flips: number, side: Side): Plan<FlipChoice, LadderView, LadderOutcome> {
  return ({ view }) => (view.landed.length >= flips ? "cash_out" : { side });
}
