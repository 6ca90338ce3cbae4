import { useState } from "react";
import { showMoney } from "#kit/money/show.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { BetHistory } from "#modules/bets/web/bet-history.tsx";
import { GameStage } from "#modules/bets/web/game-stage.tsx";
import { StageSeal } from "#modules/bets/web/stage-seal.tsx";
import { useGameDesk } from "#modules/bets/web/use-game-desk.ts";
import { InstantPage, useInstantTable } from "#modules/engines/instant/web/instant-page.tsx";
import { coinflipChannel, getCoinflip } from "../shared/contract.ts";
import { coinflipLimits } from "../shared/limits.ts";
import { flipOdds } from "../shared/odds.ts";
import { payoutAt, type Side } from "../shared/rules.ts";
import { Coin, flipMs } from "./coin.tsx";
import { CoinflipRules } from "./coinflip-rules.tsx";
import { OwnCoins } from "./own-coins.tsx";
import { flipPlay, type ShownFlip } from "./play.ts";
import { SideKeys } from "./side-keys.tsx";
import { type Way, WayTabs } from "./way-tabs.tsx";

const otherSide = (side: Side): Side => (side === "heads" ? "tails" : "heads");

/** One flip against the house. */
export function FlipTable({ onWay }: { onWay(way: Way): void }) {
  const { t } = useTranslation("coinflip");
  const desk = useGameDesk("coinflip", getCoinflip, coinflipLimits);
  const { currency, language } = desk.table;
  const [side, setSide] = useState<Side>("heads");
  const flip = useInstantTable(desk, flipPlay, side, flipMs + 300, { other: otherSide, show: setSide });
  const { last, revealed } = flip;
  const profit = desk.stake === null ? null : payoutAt(side, desk.stake, side) - desk.stake;
  const choose = (next: Side) => !flip.locked && setSide(next);
  return (
    <InstantPage
      at={flip}
      title={t("title")}
      description={t("description")}
      options={
        <div>
          <div className="lab">{t("side")}</div>
          <SideKeys side={side} onSide={choose} locked={flip.locked} />
        </div>
      }
      manual={
        <div>
          <div className="lab">{t("profit")}</div>
          <output className="inp read num">{profit === null ? "–" : showMoney(profit, currency, language)}</output>
        </div>
      }
      action={t("action", { side: t(side) })}
      ready
      odds={flipOdds}
      keys={[
        { code: "KeyH", text: t("heads"), run: () => choose("heads") },
        { code: "KeyT", text: t("tails"), run: () => choose("tails") },
      ]}
      stage={
        <GameStage
          table={desk.table}
          label={t("stage")}
          title={t("title")}
          tag={t("tag", { rtp: desk.info.rtp })}
          returns
          history={<BetHistory bets={flip.history.map(pastOf)} />}
          lastProof={flip.lastProof}
          spoken={revealed && last ? told(last) : ""}
        >
          <StageSeal of="c01nf1a9e26d4b75" />
          <div className="coin-play">
            <WayTabs way="flip" onWay={onWay} locked={flip.locked} />
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
      rules={<CoinflipRules info={desk.info} table={desk.table} onClose={() => desk.rules.set(false)} />}
    />
  );

  function line(shown: ShownFlip | null): string {
    if (!shown) return t("first");
    return t(shown.payout > 0n ? "won" : "lost", { side: t(shown.outcome) });
  }

  function told({ outcome, payout, currency: of }: ShownFlip): string {
    const lies = t(outcome);
    return payout > 0n
      ? t("spoken_won", { side: lies, paid: showMoney(payout, of, language) })
      : t("spoken_lost", { side: lies });
  }

  function pastOf({ id, outcome, payout }: ShownFlip) {
    const text = t(outcome);
    return { id, text, look: payout > 0n ? ("hi" as const) : undefined, label: t("check", { side: text }) };
  }
}
