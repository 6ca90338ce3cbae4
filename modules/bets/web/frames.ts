/**
 * Runs a motion of so many milliseconds: `tick` gets the share that is over, 0 to 1, once a frame. At once in a hidden tab.
 * What it moves says nothing that was not decided before.
 */
export function frames(durationMs: number, tick: (share: number) => void): Promise<void> {
  return new Promise(resolve => {
    const begun = performance.now();
    const frame = (time: number) => {
      const share = Math.min(1, Math.max(0, (time - begun) / durationMs));
      tick(share);
      if (share < 1 && !document.hidden) requestAnimationFrame(frame);
      else resolve();
    };
    if (document.hidden) resolve();
    else requestAnimationFrame(frame);
  });
}
