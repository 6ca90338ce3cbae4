import type { PagePort } from "#studio/frame/web/page-port.ts";

/** What the page around the frame sets. */
export interface PageSettings {
  isPaused(): boolean;
  /** With reduced motion nothing glides between two places. */
  isCalm(): boolean;
}

/** Reduced motion begins as the browser has it. */
export function followPage(
  port: PagePort,
  on: { mute(on: boolean): void; calm(on: boolean): void; sessionEnded(): void },
): PageSettings {
  let isPaused = false;
  let isCalm = false;
  function calm(isWanted: boolean): void {
    isCalm = isWanted;
    on.calm(isWanted);
  }
  calm(matchMedia("(prefers-reduced-motion: reduce)").matches);
  port.onMessage(message => {
    if (message.type === "sound") on.mute(!message.on);
    if (message.type === "reduced-motion") calm(message.on);
    if (message.type === "pause") isPaused = true;
    if (message.type === "resume") isPaused = false;
    if (message.type === "session-ended") on.sessionEnded();
  });
  return { isPaused: () => isPaused, isCalm: () => isCalm };
}
