import { HotkeyLine } from "./hotkey-line.tsx";
import type { Hotkey } from "./hotkeys.ts";
import { PanelTools } from "./panel-tools.tsx";
import type { GameDesk } from "./use-game-desk.ts";

/** Sound, speed, statistics, rules and full screen, as every game has them. `fast` where its results can come at once. */
export function DeskTools({ desk, fast = true }: { desk: GameDesk; fast?: boolean }) {
  return (
    <div className="push">
      <PanelTools
        sound={desk.sound.on}
        onSound={desk.sound.set}
        {...(fast && desk.info.features.turbo && { fast: desk.fast.on, onFast: desk.fast.set })}
        onStatistics={() => desk.setTab(desk.tab === "statistics" ? "all" : "statistics")}
        onRules={() => desk.rules.set(true)}
        frame={desk.frame}
      />
    </div>
  );
}

/** The foot of the panel of a game that players play against each other. */
export function DeskFoot({ desk, hotkeys }: { desk: GameDesk; hotkeys: readonly Hotkey[] }) {
  return (
    <>
      <HotkeyLine hotkeys={desk.hotkeys} keys={hotkeys} />
      <DeskTools desk={desk} fast={false} />
    </>
  );
}
