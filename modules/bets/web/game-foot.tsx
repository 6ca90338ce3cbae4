import type { Hotkey } from "./hotkeys.ts";
import { HotkeysButton } from "./hotkeys-button.tsx";
import { PanelTools } from "./panel-tools.tsx";
import type { GameSession } from "./use-game-session.ts";

/** Sound, speed, statistics, rules and full screen, as in every game. `fast` in games with instant mode. */
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

/** The foot of a multiplayer game's panel. */
export function GameFoot({ gameSession, hotkeys }: { gameSession: GameSession; hotkeys: readonly Hotkey[] }) {
  return (
    <>
      <HotkeysButton hotkeys={gameSession.hotkeys} keys={hotkeys} />
      <GameTools gameSession={gameSession} fast={false} />
    </>
  );
}
