/** The message that the window's last page posts to the page that opened it. */
interface WindowMessage {
  readonly type: "fairhouse-social";
  /** The query with which the provider redirected the window. */
  readonly answer: string;
}

/** The window's message may still be in flight when it has closed: milliseconds to wait for it. */
const lastWordMs = 1500;

/** The window was closed: no error is shown. */
export class WindowClosed extends Error {}

/** The browser has opened no window. */
export class WindowBlocked extends Error {}

/**
 * Opens a window at the provider and waits for its answer. Must start in a click handler, so the window is opened before its URL is known.
 * Accepts a message only from that window, and only for its own sign-in.
 */
export async function askInWindow(addressOf: () => Promise<string>): Promise<string> {
  const window = globalThis.open("", "fairhouse-social", "popup,width=480,height=680");
  if (!window) throw new WindowBlocked();
  try {
    const address = await addressOf();
    const state = new URL(address).searchParams.get("state");
    window.location.href = address;
    return await answerOf(window, state);
  } catch (error) {
    window.close();
    throw error;
  }
}

function answerOf(window: Window, state: string | null): Promise<string> {
  return new Promise((resolve, reject) => {
    const done = (work: () => void) => {
      clearInterval(watch);
      removeEventListener("message", onMessage);
      work();
    };
    const onMessage = ({ source, data }: MessageEvent<Partial<WindowMessage> | null>) => {
      if (source !== window || data?.type !== "fairhouse-social" || typeof data.answer !== "string") return;
      const { answer } = data;
      if (new URLSearchParams(answer).get("state") === state) done(() => resolve(answer));
    };
    const watch = setInterval(() => {
      if (!window.closed) return;
      clearInterval(watch);
      setTimeout(() => done(() => reject(new WindowClosed())), lastWordMs);
    }, 400);
    addEventListener("message", onMessage);
  });
}
