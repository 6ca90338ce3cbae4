/** Presses older than this before hydration are dropped: the user has moved on. */
const timeoutMs = 20_000;

/** A press that stakes money is dropped sooner: by then the round, the price or the user's intent may have changed. */
const stakeTimeoutMs = 2_000;

/**
 * Records presses before hydration, and replays them after it: each button once, however often
 * it was pressed. The button shows at once that the press was registered (`.waits`). Buttons that stake money are in `.bet-act`. Inlined as text in the page, since it runs before every script; links work without it. Buttons that the server
 * did not render, such as those of external widgets, are ignored.
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
    // Two frames, so that what the page starts on hydration shows on the button.
    const check = before => {
      const ready = isAlive(button) && button.ariaBusy !== "true";
      if (!(ready && before) && button.isConnected && performance.now() < until) return setTimeout(check, 50, ready);
      kept.delete(button);
      button.classList.remove("waits");
      if (ready) button.click();
    };
    check(false);
  }, true);
}
`;
