/** Presses older than this before hydration are dropped: the user has moved on. */
const timeoutMs = 20_000;

/** A press that stakes money is dropped sooner: by then the round, the price or the user's intent may have changed. */
const stakeTimeoutMs = 2_000;

/**
 * Records presses before hydration, and replays them after it: each button once, however often
 * it was pressed. The button immediately shows that the press was recorded (`.waits`). Buttons that
 * stake money are inside `.bet-act`. This is a string because it is inlined in the page, to run before every script. Links work without
 * it. Buttons that the server did not render, such as those of external widgets, are ignored.
 */
export const recordEarlyPresses = `{
  const recorded = new Set();
  const rendered = new WeakSet();
  const remember = () => document.querySelectorAll("button").forEach(button => rendered.add(button));
  remember();
  addEventListener("DOMContentLoaded", remember);
  const isHydrated = button => !rendered.has(button) || Object.keys(button).some(key => key.startsWith("__reactProps"));
  const isAlive = button => "alive" in document.documentElement.dataset && isHydrated(button);
  addEventListener("click", event => {
    const button = event.isTrusted && event.target.closest("button");
    if (!button || isAlive(button)) return;
    event.stopImmediatePropagation();
    if (recorded.has(button)) return;
    recorded.add(button);
    button.classList.add("waits");
    const until = performance.now() + (button.closest(".bet-act") ? ${stakeTimeoutMs} : ${timeoutMs});
    // Two frames, so that what the page starts on hydration shows on the button.
    const check = before => {
      const ready = isAlive(button) && button.ariaBusy !== "true";
      if (!(ready && before) && button.isConnected && performance.now() < until) return setTimeout(check, 50, ready);
      recorded.delete(button);
      button.classList.remove("waits");
      if (ready) button.click();
    };
    check(false);
  }, true);
}
`;
