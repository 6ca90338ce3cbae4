/**
 * Runs an animation of the given milliseconds: `tick` gets the elapsed share, 0 to 1, once a frame. Ends at once in a hidden tab. The
 * animation only shows what is already decided.
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
