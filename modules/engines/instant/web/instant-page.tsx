import { type ReactNode, useRef } from "react";
import type { Micros } from "#kit/money/amount.ts";
import { Button } from "#kit/ui/button.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { BetOdds } from "#modules/bets/shared/bet-odds.ts";
import type { BetsChannel } from "#modules/bets/shared/contract.ts";
import { AskAgain } from "#modules/bets/web/ask-again.tsx";
import { RunAction, RunFields } from "#modules/bets/web/auto-run.tsx";
import { AutobetNote } from "#modules/bets/web/autobet-note.tsx";
import { BarStake } from "#modules/bets/web/bet-bar.tsx";
import { GamePage } from "#modules/bets/web/game-page.tsx";
import type { Hotkey } from "#modules/bets/web/hotkeys.ts";
import { ModeTabs } from "#modules/bets/web/mode-tabs.tsx";
import { doubleStake, halveStake, stakeText } from "#modules/bets/web/stake.ts";
import { StakeField } from "#modules/bets/web/stake-field.tsx";
import { useAutobet } from "#modules/bets/web/use-autobet.ts";
import type { GameSession } from "#modules/bets/web/use-game-session.ts";
import { useSteadyKey } from "#modules/bets/web/use-steady-key.ts";
import { type InstantBets, type InstantPlay, useInstantBet } from "./use-instant-bet.ts";

/** Pause between two bets of a run: short in instant mode. */
const fastPauseMs = 60;

export interface InstantSession<C, O> extends InstantBets<C, O> {
  readonly gameSession: GameSession;
  readonly autobet: ReturnType<typeof useAutobet>;
  /** A run is active. */
  readonly running: boolean;
  /** A bet is in flight, or a run is active: the choice must not change. */
  readonly locked: boolean;
  /** The game has another side, to which conditions can switch. */
  readonly sides: boolean;
  /** Places the current bet if it may be placed. */
  placeOnce(): void;
}

/**
 * Manual play and autobet of a game of instant bets.
 * @param choice the selection; null while it is incomplete
 * @param pauseMs how long a result is shown before the next bet of a run
 * @param sides for games with two sides: the other side of a choice, and how the page shows a choice
 */
export function useInstantSession<C, O>(
  gameSession: GameSession,
  play: InstantPlay<C, O>,
  choice: C | null,
  pauseMs: number,
  sides?: { other(choice: NoInfer<C>): C; show(choice: NoInfer<C>): void },
): InstantSession<C, O> {
  const bets = useInstantBet(gameSession, play);
  /** The choice at the start of the run: the page's own choice follows the run's switches. */
  const base = useRef(choice);
  const place = (stake: Micros, switched: boolean) => {
    const first = base.current;
    if (first === null) return Promise.reject(new Error("no choice"));
    const next = switched && sides ? sides.other(first) : first;
    sides?.show(next);
    return bets.place(next, stake);
  };
  const run = useAutobet(
    gameSession.info.limits,
    place,
    gameSession.fast.on ? fastPauseMs : pauseMs,
    gameSession.playerContext.balance,
  );
  const start: typeof run.start = strategy => {
    base.current = choice;
    run.start(strategy);
  };
  const autobet = { ...run, start };
  const running = autobet.state.phase === "running";
  const locked = running || bets.busy;
  const { stake } = gameSession;
  return {
    ...bets,
    gameSession,
    autobet,
    running,
    locked,
    sides: sides !== undefined,
    placeOnce: () => {
      if (choice !== null && stake !== null && !locked && !bets.noResponse) void bets.place(choice, stake);
    },
  };
}

interface InstantPageProps<C, O> {
  readonly at: InstantSession<C, O>;
  readonly title: string;
  readonly description: string;
  /** The game's own fields, between the stake and the action. */
  readonly options?: ReactNode;
  /** Instead of the fields of autobet. */
  readonly manual?: ReactNode;
  /** The label of the primary action. */
  readonly action: string;
  readonly ready: boolean;
  /** The most that the current bet can pay, for the forecast of a run; null while it is incomplete. */
  readonly odds: BetOdds | null;
  /** Besides those of the stake and the action. */
  readonly keys?: readonly Hotkey[];
  readonly facts?: ReactNode;
  readonly foot?: ReactNode;
  readonly stage: ReactNode;
  readonly channel: BetsChannel;
  readonly ownBets: ReactNode;
  readonly rules: ReactNode;
}

/** The page of a game of instant bets: a free stake, one action, and autobet over it. */
export function InstantPage<C, O>(props: InstantPageProps<C, O>) {
  const { at, ready } = props;
  const { gameSession, autobet, running, locked } = at;
  const { t } = useTranslation("bets");
  const { stake, info } = gameSession;
  const { currency, language } = gameSession.playerContext;
  const setStake = (next: Micros) => !locked && gameSession.typeStake(stakeText(next));
  const key = useSteadyKey(at.noResponse ? "ask again" : gameSession.mode);

  const panel = (
    <>
      <ModeTabs gameSession={gameSession} locked={running} />
      <StakeField
        value={gameSession.stakeTyped}
        onChange={gameSession.typeStake}
        limits={info.limits}
        currency={currency}
        language={language}
        balance={gameSession.playerContext.balance}
        disabled={running}
        error={gameSession.refusal.refusal ?? undefined}
      />
      {props.options}
      {gameSession.mode === "manual" ? (
        props.manual
      ) : (
        <RunFields
          gameSession={gameSession}
          stake={stake}
          onStake={gameSession.typeStake}
          running={running}
          sides={at.sides}
          odds={props.odds}
        />
      )}
    </>
  );
  const keys: readonly Hotkey[] = [
    { code: "Space", text: props.action, run: () => gameSession.mode === "manual" && key.press(at.placeOnce) },
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
      action={actionButton()}
      barStake={
        <BarStake
          value={gameSession.stakeTyped}
          onChange={gameSession.typeStake}
          limits={info.limits}
          disabled={running}
        />
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
    if (gameSession.mode === "manual") {
      return (
        <Button
          variant="primary"
          size="l"
          wide
          disabled={!ready || stake === null}
          aria-disabled={at.busy || !key.steady}
          onClick={() => key.press(at.placeOnce)}
        >
          {props.action}
        </Button>
      );
    }
    return <RunAction gameSession={gameSession} autobet={autobet} stake={stake} ready={ready} />;
  }
}
