/**
 * Resolves when the browser has had a frame to paint the server's HTML, at once in a hidden tab. Work that the
 * first paint does not need waits for it.
 */
export function firstPaint(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise(resolve => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    });
  });
}
