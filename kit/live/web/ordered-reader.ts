/** Whether this browser can inflate what the server compresses. */
export const canInflate: boolean = (() => {
  try {
    return Boolean(new DecompressionStream("deflate-raw"));
  } catch {
    return false;
  }
})();

const inflate = (bytes: ArrayBuffer): Promise<string> =>
  new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();

/**
 * Gives the text of each message to `read` in the order of arrival: what comes while a compressed one is inflated waits for it. `failed`
 * is called for a message that cannot be inflated.
 */
export function createOrderedReader(
  read: (text: string) => void,
  failed: () => void,
): (data: string | ArrayBuffer) => void {
  let last: Promise<void> | undefined;
  return data => {
    if (typeof data === "string" && !last) {
      read(data);
      return;
    }
    const text = typeof data === "string" ? Promise.resolve(data) : inflate(data);
    const before = last ?? Promise.resolve();
    const reading = Promise.all([text, before]).then(([known]) => {
      if (last === reading) last = undefined;
      read(known);
    }, failed);
    last = reading;
  };
}
