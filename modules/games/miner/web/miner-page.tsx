import type { Language } from "#kit/i18n/locale.ts";
import { showDecimal, showMultiplier } from "#kit/i18n/numbers.ts";
import "#modules/bets/web/bets.css";
import "./miner.css";
import { Eraser, Shuffle } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { multiplierText } from "#modules/bets/shared/multiplier.ts";
import { BetHistory } from "#modules/bets/web/bet-history.tsx";
import { browserBytes } from "#modules/bets/web/demo.ts";
import { GameStage } from "#modules/bets/web/game-stage.tsx";
import { OwnGameBets } from "#modules/bets/web/own-bets.tsx";
import { Term } from "#modules/bets/web/term.tsx";
import { useGameSession } from "#modules/bets/web/use-game-session.ts";
import { usePlayerContextKey } from "#modules/bets/web/use-player-context.ts";
import { RoundsPage, useRoundsSession } from "#modules/engines/stepwise/web/rounds-page.tsx";
import type { Plan } from "#modules/engines/stepwise/web/use-rounds.ts";
import { getMiner, getMinerRounds, minerChannel } from "../shared/contract.ts";
import { minerLimits } from "../shared/limits.ts";
import { type MinerChoice, minerRules, multiplierAt } from "../shared/rules.ts";
import { patternWith, randomTile } from "./board.ts";
import { brief, nextChance } from "./figures.ts";
import { MinerBoard } from "./miner-board.tsx";
import { MinerLadder } from "./miner-ladder.tsx";
import { MinerOptions } from "./miner-options.tsx";
import { MinerRules } from "./miner-rules.tsx";
import { type MinerOutcome, type MinerView, minerPlay, type ShownMiner } from "./play.ts";

const texts = ["miner", "bets", "fairness"] as const;
export const handle = { game: true, texts };

export default function MinerPage() {
  return <MinerGame key={usePlayerContextKey()} />;
}

function MinerGame() {
  const { t } = useTranslation(...texts);
  const gameSession = useGameSession("miner", getMiner, minerLimits);
  const { language } = gameSession.playerContext;
  const [chosen, setChosen] = useState(3);
  const [pattern, setPattern] = useState<readonly number[]>([]);
  const start = useMemo(() => ({ mines: chosen }), [chosen]);
  const planned = pattern.length > 0;
  const miner = useRoundsSession(gameSession, minerPlay, start, planned ? planOf(pattern) : null);
  const { drawnRound, round } = miner;
  const spoken = useSpoken(language);

  const drawnMines = drawnRound?.status === "open" || miner.running ? (drawnRound?.view.mines ?? chosen) : chosen;
  const mines = round?.status === "open" ? round.view.mines : chosen;
  const all = minerRules.current.tiles - mines;
  const found = round ? gemsOf(round) : 0;
  const patterning = gameSession.mode === "auto" && !miner.isOpen;
  const lost = round?.outcome?.end === "lost";
  const over = round !== null && round.status !== "open";
  const chooseMines = (next: number) => {
    if (miner.locked) return;
    miner.wipe();
    setChosen(next);
    setPattern(tiles => tiles.slice(0, minerRules.current.tiles - next));
  };
  const onTile = (tile: number) => {
    if (patterning) {
      miner.wipe();
      setPattern(tiles => patternWith(tiles, tile, chosen));
    } else if (miner.mayStep) void miner.step({ tile });
  };
  const openRandom = () => {
    const tile = randomTile(drawnRound?.view.tiles ?? [], browserBytes);
    if (miner.mayStep && tile !== undefined) void miner.step({ tile });
  };

  return (
    <RoundsPage
      at={miner}
      title={t("title")}
      description={t("description")}
      options={<MinerOptions mines={mines} onMines={chooseMines} locked={miner.locked} />}
      plan={
        <div className="miner-pattern">
          <span className="subdued">{t("pattern")}</span>
          <b>{pattern.length || t("pattern_none")}</b>
          <Button size="s" disabled={miner.running || !planned} onClick={() => setPattern([])}>
            <Icon of={Eraser} size={16} />
            {t("clear")}
          </Button>
        </div>
      }
      planned={planned}
      action={t("action")}
      steps={
        <Button variant="secondary" wide disabled={!miner.mayStep} onClick={openRandom}>
          <Icon of={Shuffle} size={18} />
          {t("random")}
        </Button>
      }
      keys={[{ code: "KeyR", text: t("random"), run: openRandom }]}
      facts={
        <>
          <Fact name={t("gems")} value={t("gems_of", { found, all })} />
          <Fact
            name={t("now")}
            value={
              found > 0 && !lost ? showMultiplier(brief(multiplierAt(minerRules.current, mines, found)), language) : "–"
            }
          />
          <Fact name={t("next")} value={nextOf()} />
        </>
      }
      foot={<Fact name={<Term of="edge">{t("edge")}</Term>} value={`${gameSession.info.edge}%`} />}
      stage={
        <GameStage
          playerContext={gameSession.playerContext}
          label={t("stage")}
          title={t("title")}
          tag={t("tag", { count: drawnMines })}
          history={<BetHistory bets={miner.history.slice(0, 5).map(pastOf)} />}
          lastProof={miner.lastProof}
          spoken={round ? spoken(round) : ""}
        >
          <div className="miner-play">
            <p className={`miner-line${over && round.payout > round.stake ? " won" : ""}`}>{lineOf()}</p>
            <MinerBoard
              round={drawnRound}
              pending={miner.pending?.tile ?? null}
              pattern={gameSession.mode === "auto" && drawnRound?.status !== "open" && !over ? pattern : null}
              active={patterning ? !miner.running : miner.mayStep}
              onTile={onTile}
              still={gameSession.fast.on}
            />
            <MinerLadder mines={mines} found={found} lost={lost} language={language} />
          </div>
        </GameStage>
      }
      channel={minerChannel}
      ownBets={
        <OwnGameBets
          route={getMinerRounds}
          fresh={miner.session.bets}
          language={language}
          head={t("own.head")}
          describe={row =>
            row.outcome === null
              ? t("own.open")
              : t("own.found", {
                  gems: row.tiles.length - (row.outcome.end === "lost" ? 1 : 0),
                  all: minerRules.current.tiles - row.mines,
                })
          }
        />
      }
      rules={<MinerRules mines={mines} language={language} onClose={() => gameSession.rules.set(false)} />}
    />
  );

  function nextOf(): string {
    if (over || found >= all) return "–";
    const multiplier = showMultiplier(brief(multiplierAt(minerRules.current, mines, found + 1)), language);
    const chance = nextChance(mines, found);
    return t("next_value", { multiplier, chance: showDecimal(chance, language) });
  }

  /** One muted line above the board; a return below the stake is not celebrated. */
  function lineOf(): string {
    if (patterning && !over) return t("pattern_hint");
    if (!round) return t("idle");
    return over ? spoken(round) : "";
  }

  function pastOf(past: ShownMiner) {
    const text = showMultiplier(multiplierText(past.payout, past.stake), language);
    const variant =
      past.payout >= past.stake * 10n ? ("brass" as const) : past.payout > past.stake ? ("high" as const) : undefined;
    return { id: past.id, text, variant, label: t("check_round", { multiplier: text }) };
  }
}

const gemsOf = ({ view, outcome }: ShownMiner): number => view.tiles.length - (outcome?.end === "lost" ? 1 : 0);

/** Every round of a run opens these tiles in order and is cashed out. */
function planOf(pattern: readonly number[]): Plan<MinerChoice, MinerView, MinerOutcome> {
  return ({ steps }) => {
    const tile = pattern[steps];
    return tile === undefined ? "cash_out" : { tile };
  };
}

/** A round in words, for screen readers. */
function useSpoken(language: Language): (round: ShownMiner) => string {
  const { t } = useTranslation("miner");
  return round => {
    const money = (amount: bigint) => showMoney(amount, round.currency, language);
    if (round.status === "open")
      return round.worth === null ? "" : t("spoken.open", { count: round.steps, worth: money(round.worth) });
    if (round.status === "voided") return t("spoken.refunded");
    return round.payout > 0n ? t("spoken.paid", { paid: money(round.payout) }) : t("spoken.lost");
  };
}

function Fact({ name, value }: { name: ReactNode; value: string }) {
  return (
    <div className="key-value">
      <span>{name}</span>
      <b>{value}</b>
    </div>
  );
}
