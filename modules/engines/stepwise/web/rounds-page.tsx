import type { ReactNode } from "react";
import type { Micros } from "#kit/money/amount.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { BetsChannel } from "#modules/bets/shared/contract.ts";
import { AskAgain } from "#modules/bets/web/ask-again.tsx";
import { RunAction, RunFields } from "#modules/bets/web/auto-run.tsx";
import { AutobetNote } from "#modules/bets/web/autobet-note.tsx";
import { BarStake, BarSum } from "#modules/bets/web/bet-bar.tsx";
import { GamePage } from "#modules/bets/web/game-page.tsx";
import type { Hotkey } from "#modules/bets/web/hotkeys.ts";
import { ModeTabs } from "#modules/bets/web/mode-tabs.tsx";
import { doubleStake, halveStake, stakeText } from "#modules/bets/web/stake.ts";
import { StakeField } from "#modules/bets/web/stake-field.tsx";
import { useAutobet } from "#modules/bets/web/use-autobet.ts";
import type { GameSession } from "#modules/bets/web/use-game-session.ts";
import { useSteadyKey } from "#modules/bets/web/use-steady-key.ts";
import { type Plan, type RoundPlay, type RoundsAt, useRounds } from "./use-rounds.ts";

/** Pause between two rounds of a run: short in instant mode. */
const pauseMs = { reducedMotion: 900, fast: 60 };

export interface RoundsSession<Start, Choice, View, Outcome> extends RoundsAt<Start, Choice, View, Outcome> {
  readonly gameSession: GameSession;
  readonly autobet: ReturnType<typeof useAutobet>;
  /** A run is active. */
  readonly running: boolean;
  /** The start parameters must not change: a round is open or in flight, or a run is active. */
  readonly locked: boolean;
  /** The player may choose a step now. */
  readonly mayStep: boolean;
  /** Starts a round if one may start. */
  startOnce(): void;
  /** The round whose state only the scene may show yet. */
  readonly unseen: readonly string[];
}

/**
 * Manual play and autobet of a game that is played in steps.
 * @param plan how a run plays a round; null while the settings are incomplete
 */
export function useRoundsSession<Start, Choice, Opening, Shown, View, Outcome>(
  gameSession: GameSession,
  play: RoundPlay<Start, Choice, Opening, Shown, View, Outcome>,
  start: Start,
  plan: Plan<Choice, View, Outcome> | null,
): RoundsSession<Start, Choice, View, Outcome> {
  const rounds = useRounds(gameSession, play);
  const place = (stake: Micros) =>
    plan === null ? Promise.reject(new Error("no plan")) : rounds.playOut(start, stake, plan);
  const autobet = useAutobet(
    gameSession.info.limits,
    place,
    gameSession.fast.on ? pauseMs.fast : pauseMs.reducedMotion,
    gameSession.playerContext.balance,
  );
  const running = autobet.state.phase === "running";
  const locked = running || rounds.busy || rounds.isOpen;
  const { stake } = gameSession;
  return {
    ...rounds,
    gameSession,
    autobet,
    running,
    locked,
    mayStep: rounds.isOpen && rounds.ready && !rounds.busy && !running && !rounds.noResponse,
    startOnce: () => {
      if (stake !== null && rounds.ready && !locked && !rounds.noResponse) void rounds.start(start, stake);
    },
    unseen: rounds.drawnRound?.id && rounds.drawnRound !== rounds.round ? [rounds.drawnRound.id] : [],
  };
}

interface RoundsPageProps<Start, Choice, View, Outcome> {
  readonly at: RoundsSession<Start, Choice, View, Outcome>;
  readonly title: string;
  readonly description: string;
  /** Start parameters besides the stake. */
  readonly options?: ReactNode;
  /** How a run plays each round, above the fields of autobet; whether that is complete. */
  readonly plan?: ReactNode;
  readonly planned: boolean;
  /** The label of the action that starts a round. */
  readonly action: string;
  /** Under the action while a round is open. */
  readonly steps?: ReactNode;
  readonly keys?: readonly Hotkey[];
  readonly facts?: ReactNode;
  readonly foot?: ReactNode;
  readonly stage: ReactNode;
  readonly channel: BetsChannel;
  readonly ownBets: ReactNode;
  readonly rules: ReactNode;
}

/** The page of a game that is played in steps: one action begins a round, then cashes it out. */
export function RoundsPage<Start, Choice, View, Outcome>(props: RoundsPageProps<Start, Choice, View, Outcome>) {
  const { at } = props;
  const { gameSession, autobet, running, locked } = at;
  const { t } = useTranslation("bets");
  const { stake, info } = gameSession;
  const { currency, language } = gameSession.playerContext;
  const setStake = (next: Micros) => !locked && gameSession.typeStake(stakeText(next));
  const isOpen = at.isOpen && !running;
  const key = useSteadyKey(at.noResponse ? "ask again" : isOpen ? "cash out" : gameSession.mode);

  const panel = (
    <>
      <ModeTabs gameSession={gameSession} locked={running || at.isOpen} />
      <StakeField
        value={isOpen && at.round ? stakeText(at.round.stake) : gameSession.stakeTyped}
        onChange={gameSession.typeStake}
        limits={info.limits}
        currency={currency}
        language={language}
        balance={gameSession.playerContext.balance}
        disabled={running || at.isOpen}
        error={gameSession.refusal.refusal ?? undefined}
      />
      {props.options}
      {gameSession.mode === "auto" && (
        <>
          {props.plan}
          <RunFields gameSession={gameSession} stake={stake} onStake={gameSession.typeStake} running={running} />
        </>
      )}
    </>
  );
  const act = () => {
    if (!isOpen) at.startOnce();
    else if (at.mayStep && at.round?.worth) void at.cashOut();
  };
  const keys: readonly Hotkey[] = [
    {
      code: "Space",
      text: isOpen ? t("cash_out") : props.action,
      run: () => gameSession.mode === "manual" && key.press(act),
    },
    { code: "KeyA", text: t("hotkeys.halve"), run: () => stake !== null && setStake(halveStake(stake, info.limits)) },
    { code: "KeyD", text: t("hotkeys.double"), run: () => stake !== null && setStake(doubleStake(stake, info.limits)) },
    ...(props.keys ?? []),
  ];
  return (
    <GamePage
      gameSession={gameSession}
      title={props.title}
      description={props.description}
      panel={panel}
      action={
        <>
          {actionButton()}
          {isOpen && !at.noResponse && props.steps}
        </>
      }
      barStake={
        isOpen && at.round ? (
          <BarSum label={t("stake")} sum={showMoney(at.round.stake, currency, language, { brief: true })} />
        ) : (
          <BarStake
            value={gameSession.stakeTyped}
            onChange={gameSession.typeStake}
            limits={info.limits}
            disabled={running}
          />
        )
      }
      note={<AutobetNote state={autobet.state} currency={currency} language={language} />}
      hotkeys={keys}
      facts={props.facts}
      foot={props.foot}
      stage={props.stage}
      session={at.session}
      channel={props.channel}
      unseen={at.unseen}
      ownBets={props.ownBets}
      rules={props.rules}
    />
  );

  function actionButton() {
    if (at.noResponse) return <AskAgain at={at} steady={key} />;
    if (gameSession.mode === "auto" && !isOpen)
      return <RunAction gameSession={gameSession} autobet={autobet} stake={stake} ready={props.planned && at.ready} />;
    if (isOpen) return cashOutButton(at.round?.worth ?? null);
    return (
      <Button
        variant="primary"
        size="l"
        wide
        busy={!at.ready}
        disabled={stake === null}
        aria-disabled={at.busy || !key.steady}
        onClick={() => key.press(at.startOnce)}
      >
        {props.action}
      </Button>
    );
  }

  /** The amount that the scene has shown; a step in flight does not change it early. */
  function cashOutButton(cashOutAmount: Micros | null) {
    return (
      <button
        type="button"
        className="btn primary full-width two"
        disabled={cashOutAmount === null}
        aria-disabled={at.busy || !key.steady}
        onClick={() => key.press(() => cashOutAmount !== null && at.mayStep && void at.cashOut())}
      >
        <span>{t(cashOutAmount === null ? "cash_out_early" : "cash_out")}</span>
        <b className="display">{cashOutAmount === null ? "–" : showMoney(cashOutAmount, currency, language)}</b>
      </button>
    );
  }
}
