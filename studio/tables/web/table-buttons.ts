import { icon } from "#studio/frame/web/dom.ts";
import type { PagePort } from "#studio/frame/web/page-port.ts";
import type { DraftChips } from "./draft-chips.ts";
import type { LaidFelt } from "./laid-felt.ts";
import type { OwnBets } from "./own-bets.ts";
import type { TableSound } from "./table-sound.ts";
import type { TableView } from "./table-view.ts";
import type { Say } from "./texts.ts";

interface Needs {
  readonly say: Say;
  readonly isDemo: boolean;
  readonly own: OwnBets;
  readonly chips: DraftChips;
  readonly felt: LaidFelt;
  readonly sound: TableSound;
  readonly port: PagePort;
  /** Puts down the bets of the round before. */
  repeat(): void;
  showRules(): void;
}

/** What every button of a table does. @returns a way to mute it from outside, which the button shows */
export function connectButtons(view: TableView, needs: Needs): (on: boolean) => void {
  const { say, isDemo, own, chips, felt, sound, port, repeat, showRules } = needs;
  view.confirm.addEventListener("click", () => void chips.confirm());
  view.undo.addEventListener("click", chips.undo);
  view.clear.addEventListener("click", chips.clear);
  view.double.addEventListener("click", chips.double);
  view.repeat.addEventListener("click", repeat);
  view.tool.addEventListener("click", felt.toggleTool);
  view.rules.addEventListener("click", showRules);
  view.full.addEventListener("click", () => port.send({ type: "fullscreen" }));
  view.verify.addEventListener("click", () => {
    if (isDemo || own.roundId === null) showRules();
    else port.send({ type: "open", what: "verify", round: own.roundId });
  });
  function mute(on: boolean): void {
    sound.mute(on);
    const label = say(on ? "soundOn" : "soundOff");
    view.sound.setAttribute("aria-label", label);
    view.sound.title = label;
    view.sound.replaceChildren(icon(on ? "mute" : "sound", 18));
  }
  view.sound.addEventListener("click", () => {
    sound.wake();
    mute(!sound.muted);
  });
  return mute;
}
