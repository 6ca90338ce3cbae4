import type { Language } from "#kit/i18n/locale.ts";
import { showMultiplier } from "#kit/i18n/numbers.ts";
import "#modules/bets/web/bets.css";
import "./hilo.css";
import { type ReactNode, useMemo, useState } from "react";
import { showMoney } from "#kit/money/show.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { multiplierText } from "#modules/bets/shared/multiplier.ts";
import { BetHistory } from "#modules/bets/web/bet-history.tsx";
import { GameStage } from "#modules/bets/web/game-stage.tsx";
import { OwnGameBets } from "#modules/bets/web/own-bets.tsx";
import { Term } from "#modules/bets/web/term.tsx";
import { useGameSession } from "#modules/bets/web/use-game-session.ts";
import { usePlayerContextKey } from "#modules/bets/web/use-player-context.ts";
import { RoundsPage, useRoundsSession } from "#modules/engines/stepwise/web/rounds-page.tsx";
import type { Plan } from "#modules/engines/stepwise/web/use-rounds.ts";
import { getHilo, getHiloRounds, hiloChannel } from "../shared/contract.ts";
import { hiloLimits } from "../shared/limits.ts";
import { type HiloChoice, type HiloChoiceName, hiloRules, rankOf, suitOf } from "../shared/rules.ts";
import { brief, likeliest } from "./figures.ts";
import { HiloRules } from "./hilo-rules.tsx";
import { HiloPicture } from "./hilo-stage.tsx";
import { type HiloOutcome, type HiloView, hiloPlay, type ShownHilo } from "./play.ts";

const texts = ["hilo", "bets", "fairness"] as const;
export const handle = { game: true, texts };

/** Nothing is chosen before the first card. */
const start = {};

export default function HiloPage() {
  return <HiloGame key={usePlayerContextKey()} />;
}

function HiloGame() {
  const { t } = useTranslation(...texts);
  const gameSession = useGameSession("hilo", getHilo, hiloLimits);
  const { language } = gameSession.playerContext;
  const [rights, setRights] = useState(2);
  const plan = useMemo(() => planOf(rights), [rights]);
  const hilo = useRoundsSession(gameSession, hiloPlay, start, plan);
  const { round } = hilo;
  const describe = useDescription(language);
  const over = round !== null && round.status !== "open";
  const choose = (choice: HiloChoiceName) => {
    const offered = choice === "skip" || round?.view.offers.some(offer => offer.guess === choice);
    if (hilo.mayStep && offered) void hilo.step({ choice });
  };

  return (
    <RoundsPage
      at={hilo}
      title={t("title")}
      description={t("description")}
      plan={
        <div className="field">
          <div className="field-label">{t("auto_rights")}</div>
          <div className="hilo-rights">
            {[1, 2, 3, 5, 8].map(number => (
              <button
                key={number}
                type="button"
                className={number === rights ? "on" : undefined}
                aria-pressed={number === rights}
                disabled={hilo.running}
                onClick={() => setRights(number)}
              >
                {number}
              </button>
            ))}
          </div>
          <p className="sm muted">{t("auto_hint")}</p>
        </div>
      }
      planned
      action={t("action")}
      keys={[
        { code: "ArrowUp", text: t("offer.higher"), run: () => choose("higher") },
        { code: "ArrowDown", text: t("offer.lower"), run: () => choose("lower") },
        { code: "KeyR", text: t("offer.red"), run: () => choose("red") },
        { code: "KeyB", text: t("offer.black"), run: () => choose("black") },
        { code: "KeyS", text: t("skip"), run: () => choose("skip") },
      ]}
      facts={
        <>
          <Fact name={t("rights")} value={String(round ? rightsOf(round) : 0)} />
          <Fact name={t("now")} value={round?.multiplier ? showMultiplier(brief(round.multiplier), language) : "–"} />
          <Fact
            name={t("left")}
            value={String(hiloRules.current.most_cards - (round?.status === "open" ? round.view.cards.length : 0))}
          />
        </>
      }
      foot={<Fact name={<Term of="edge">{t("edge")}</Term>} value={`${gameSession.info.edge}%`} />}
      stage={
        <GameStage
          playerContext={gameSession.playerContext}
          label={t("stage")}
          title={t("title")}
          tag={t("tag")}
          history={<BetHistory bets={hilo.history.slice(0, 5).map(pastOf)} />}
          lastProof={hilo.lastProof}
          spoken={round ? describe(round) : ""}
        >
          <HiloPicture
            drawnRound={hilo.drawnRound}
            round={round}
            mayStep={hilo.mayStep}
            onChoose={choose}
            language={language}
            line={lineOf()}
            won={over && round.payout > round.stake}
            still={gameSession.fast.on}
          />
        </GameStage>
      }
      channel={hiloChannel}
      ownBets={
        <OwnGameBets
          route={getHiloRounds}
          fresh={hilo.session.bets}
          language={language}
          head={t("own.head")}
          describe={row => (row.outcome === null ? t("own.open") : String(row.outcome.cards.length))}
        />
      }
      rules={<HiloRules language={language} onClose={() => gameSession.rules.set(false)} />}
    />
  );

  function lineOf(): string {
    if (!round) return t("idle");
    if (over) return describe(round);
    return round.multiplier ? showMultiplier(brief(round.multiplier), language) : "";
  }

  function pastOf(past: ShownHilo) {
    const text = showMultiplier(multiplierText(past.payout, past.stake), language);
    const variant =
      past.payout >= past.stake * 10n ? ("brass" as const) : past.payout > past.stake ? ("high" as const) : undefined;
    return { id: past.id, text, variant, label: t("check_round", { multiplier: text }) };
  }
}

const guessesOf = ({ view }: Pick<ShownHilo, "view">): number =>
  view.choices.filter(choice => choice !== "skip").length;
const rightsOf = (round: ShownHilo): number => guessesOf(round) - (round.outcome?.end === "lost" ? 1 : 0);

/** Every round guesses the likelier side and is cashed out after a set number of right guesses. */
function planOf(rights: number): Plan<HiloChoice, HiloView, HiloOutcome> {
  return round => {
    const { cards, offers } = round.view;
    if (guessesOf(round) >= rights) return "cash_out";
    return {
      choice: likeliest(
        cards.at(-1) ?? 0,
        offers.map(offer => offer.guess),
      ),
    };
  };
}

/** A round in words, for screen readers. */
function useDescription(language: Language): (round: ShownHilo) => string {
  const { t } = useTranslation("hilo");
  return round => {
    const money = (amount: bigint) => showMoney(amount, round.currency, language);
    const card = nameOf(round.view.cards.at(-1) ?? 0);
    if (round.status === "voided") return t("spoken.refunded");
    if (round.status === "settled")
      return round.payout > 0n ? t("spoken.paid", { paid: money(round.payout) }) : t("spoken.lost", { card });
    const skipped = round.view.choices.at(-1) === "skip";
    return round.worth === null || skipped
      ? t("spoken.dealt", { card })
      : t("spoken.open", { card, worth: money(round.worth) });
  };

  function nameOf(card: number): string {
    const rank = rankOf(card);
    const name = rank === 1 || rank > 10 ? t.in("rank", `${rank}`) : String(rank);
    return t("card", { rank: name, suit: t(`suit.${suitOf(card)}`) });
  }
}

function Fact({ name, value }: { name: ReactNode; value: string }) {
  return (
    <div className="key-value">
      <span>{name}</span>
      <b>{value}</b>
    </div>
  );
}
