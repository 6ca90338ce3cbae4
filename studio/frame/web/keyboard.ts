import type { View } from "./view.ts";

/** Space spins, arrows change the stake. A key that is held down counts once. */
export function bindKeyboard(view: View, press: () => void, moveStake: (by: number) => void): void {
  const inSheet = () => view.dialogs.querySelector("dialog") !== null;
  document.addEventListener("keydown", event => {
    if (inSheet()) return;
    if (event.code === "Space" && !event.repeat) {
      event.preventDefault();
      const card = view.dialogs.querySelector<HTMLButtonElement>(".card");
      if (card) card.click();
      else if (!view.celebration.hidden) view.celebration.click();
      else press();
    }
    if (event.code === "ArrowUp" || event.code === "ArrowRight") moveStake(1);
    if (event.code === "ArrowDown" || event.code === "ArrowLeft") moveStake(-1);
  });
  // Space on the focused button would press a second time when it is released.
  document.addEventListener("keyup", event => {
    if (event.code === "Space" && !inSheet()) event.preventDefault();
  });
}
