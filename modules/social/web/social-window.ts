/** What the window's last page tells the page that opened it. */
interface WindowMessage {
  readonly type: "fairhouse-social";
  /** The query with which the company sent the window back. */
  readonly answer: string;
}

/** The window's last word may be on its way still when it has closed itself: milliseconds to wait for it. */
const lastWordMs = 1500;

/** The window was closed, or never opened: nothing to complain of. */
export class WindowClosed extends Error {}

/**
 * Opens a window at the company and waits for its answer. Must begin within a press, so the window is opened before the
 * address is known. Takes the word of that very window only, and only for the question it was opened with.
 */
export async function askInWindow(addressOf: () => Promise<string>): Promise<string> {
  const window = globalThis.open("", "fairhouse-social", "popup,width=480,height=680");
  if (!window) throw new WindowClosed();
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
