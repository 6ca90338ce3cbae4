import type { RoundFacts } from "../shared/calls.ts";
import { type Stage, silence } from "./stage.ts";
import type { TableSound } from "./table-sound.ts";
import type { TableView } from "./table-view.ts";
import type { Language, Say } from "./texts.ts";
import { isBettingAt, timerLine } from "./timer-line.ts";

interface Needs {
  readonly stage: Stage;
  readonly view: TableView;
  readonly sound: TableSound;
  readonly say: Say;
  readonly language: Language;
  /** Milliseconds of the studio's clock. */
  now(): number;
  round(): RoundFacts | null;
  isConnected(): boolean;
  isPaused(): boolean;
  /** With reduced motion nothing glides between two places, so that fewer pictures show the same. */
  isCalm(): boolean;
  /** Betting opens, or closes. */
  onBetting(): void;
  /** Each picture of a round in which players decide. */
  onTurn(round: RoundFacts): void;
}

/** Milliseconds between two pictures with reduced motion. */
const calmTickMs = 100;

/** Draws the table and its timer each frame, for as long as the page is open. */
export function startFrames({ stage, view, sound, say, language, ...table }: Needs): void {
  let wasBetting = false;

  function showTimer(round: RoundFacts, at: number): void {
    if (wasBetting !== isBettingAt(round, at)) {
      wasBetting = isBettingAt(round, at);
      table.onBetting();
    }
    if (round.phase === "playing") table.onTurn(round);
    const { text, detail, seconds, part } = timerLine(round, at, { say, language, stage });
    view.showTimer(text, detail, seconds, part);
  }

  function tick(): void {
    const round = table.round();
    const at = table.now();
    if (!table.isConnected()) view.showTimer(say("lost"), "", null, 0);
    else if (round) showTimer(round, at);
    else view.showTimer(say("waiting"), "", null, 0);
    const sounds = table.isPaused() || document.hidden ? silence : stage.draw(at);
    sound.ball(sounds.roll);
    if (sounds.touch) sound[sounds.touch]();
    nextTick();
  }

  function nextTick(): void {
    if (table.isCalm()) setTimeout(tick, calmTickMs);
    else requestAnimationFrame(tick);
  }

  nextTick();
}
