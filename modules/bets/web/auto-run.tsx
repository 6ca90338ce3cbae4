import type { Micros } from "#kit/money/amount.ts";
import { Button } from "#kit/ui/button.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { BetOdds } from "../shared/bet-odds.ts";
import { readAutoFields, withFixedStake } from "./auto-fields.ts";
import { AutoForm } from "./auto-form.tsx";
import { ForecastPanel } from "./forecast-panel.tsx";
import type { useAutobet } from "./use-autobet.ts";
import type { GameSession } from "./use-game-session.ts";
import { useSteadyKey } from "./use-steady-key.ts";

interface RunFieldsProps {
  readonly gameSession: GameSession;
  readonly stake: Micros | null;
  /** A saved strategy sets its stake; without this the game fixes the stake, and results do not change it. */
  onStake?(text: string): void;
  readonly running: boolean;
  /** The game has another side to bet on. */
  readonly sides?: boolean;
  /** What the current bet can pay; null while nothing is selected. Games without this show no forecast. */
  readonly odds?: BetOdds | null;
}

/** The fields of autobet for the stake at the start of a run. */
export function RunFields({ gameSession, stake, onStake, running, sides = false, odds }: RunFieldsProps) {
  const read = stake === null ? "count" : readAutoFields(gameSession.auto, stake);
  const strategy = typeof read === "string" ? null : onStake ? read : withFixedStake(read);
  return (
    <AutoForm
      game={gameSession.game}
      currency={gameSession.playerContext.currency}
      fields={gameSession.auto}
      onChange={gameSession.setAuto}
      stake={stake}
      {...(onStake && { onStake })}
      disabled={running}
      sides={sides}
      withoutBalance={gameSession.playerContext.balance === undefined}
      {...(odds !== undefined && {
        forecast: <ForecastPanel gameSession={gameSession} odds={odds} strategy={strategy} />,
      })}
    />
  );
}

interface RunActionProps {
  readonly gameSession: GameSession;
  readonly autobet: ReturnType<typeof useAutobet>;
  readonly stake: Micros | null;
  /** The game fixes the stake. */
  readonly fixed?: boolean;
  /** The player has made a selection. */
  readonly ready: boolean;
}

/** Starts a run, and stops it between two bets. */
export function RunAction({ gameSession, autobet, stake, fixed = false, ready }: RunActionProps) {
  const { t } = useTranslation("bets");
  const running = autobet.state.phase === "running";
  const key = useSteadyKey(running ? "end" : "begin");
  const read = stake === null ? "count" : readAutoFields(gameSession.auto, stake);
  const begin = () => {
    if (typeof read === "object") autobet.start(fixed ? withFixedStake(read) : read);
  };
  return (
    <Button
      variant="primary"
      size="l"
      wide
      disabled={!running && (typeof read === "string" || !ready)}
      aria-disabled={!key.steady}
      onClick={() => key.press(running ? autobet.stop : begin)}
    >
      {running ? t("auto.end") : t("auto.begin")}
    </Button>
  );
}
