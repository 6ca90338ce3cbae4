import type { Hotkey } from "./hotkeys.ts";
import { HotkeysButton } from "./hotkeys-button.tsx";
import { PanelTools } from "./panel-tools.tsx";
import type { GameSession } from "./use-game-session.ts";

/** Sound, speed, statistics, rules and full screen, as every game has them. `fast` where its results can come at once. */
export function GameTools({ gameSession, fast = true }: { gameSession: GameSession; fast?: boolean }) {
  return (
    <div className="push">
      <PanelTools
        sound={gameSession.sound.on}
        onSound={gameSession.sound.set}
        {...(fast && gameSession.info.features.turbo && { fast: gameSession.fast.on, onFast: gameSession.fast.set })}
        onStatistics={() => gameSession.setTab(gameSession.tab === "statistics" ? "all" : "statistics")}
        onRules={() => gameSession.rules.set(true)}
        frame={gameSession.frame}
      />
    </div>
  );
}

/** The foot of the panel of a game that players play against each other. */
export function GameFoot({ gameSession, hotkeys }: { gameSession: GameSession; hotkeys: readonly Hotkey[] }) {
  return (
    <>
      <HotkeysButton hotkeys={gameSession.hotkeys} keys={hotkeys} />
      <GameTools gameSession={gameSession} fast={false} />
    </>
  );
}
