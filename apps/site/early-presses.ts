/** What is pressed so long before a page is alive is forgotten: who pressed it has gone on. */
const timeoutMs = 20_000;

/** A press that stakes money is forgotten sooner: by then the round, the price or the mind of whoever pressed may be another. */
const stakeTimeoutMs = 2_000;

/**
 * Keeps what is pressed while a page is only a picture, and presses it when the page is alive: each button once, however often
 * it was pressed. The button says at once that the press was heard (`.waits`). Those that stake money stand in `.bet-act`. Stands as text in the page, since it comes before every script; links lead on without it. Buttons that the server
 * did not draw, such as those of other companies' widgets, are not its business.
 */
export const keepEarlyPresses = `{
  const kept = new Set();
  const drawn = new WeakSet();
  const remember = () => document.querySelectorAll("button").forEach(button => drawn.add(button));
  remember();
  addEventListener("DOMContentLoaded", remember);
  const hears = button => !drawn.has(button) || Object.keys(button).some(key => key.startsWith("__reactProps"));
  const isAlive = button => "alive" in document.documentElement.dataset && hears(button);
  addEventListener("click", event => {
    const button = event.isTrusted && event.target.closest("button");
    if (!button || isAlive(button)) return;
    event.stopImmediatePropagation();
    if (kept.has(button)) return;
    kept.add(button);
    button.classList.add("waits");
    const until = performance.now() + (button.closest(".bet-act") ? ${stakeTimeoutMs} : ${timeoutMs});
    // Twice in a row, so that what the page begins by itself when it comes to life shows on the button.
    const look = before => {
      const ready = isAlive(button) && button.ariaBusy !== "true";
      if (!(ready && before) && button.isConnected && performance.now() < until) return setTimeout(look, 50, ready);
      kept.delete(button);
      button.classList.remove("waits");
      if (ready) button.click();
    };
    look(false);
  }, true);
}
`;
