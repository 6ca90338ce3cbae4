import type { PagePort } from "#studio/frame/web/page-port.ts";
import { CallError } from "#studio/frame/web/rgs.ts";
import { failureTexts } from "./failures.ts";
import type { TableView } from "./table-view.ts";
import type { Say } from "./texts.ts";

export interface Notices {
  /** Shown for some seconds, and read out. */
  notify(text: string): void;
  /** What went wrong before no longer holds. */
  clear(): void;
  /** Says why something was not done. @returns the code */
  failed(error: unknown): string;
}

const noticeMs = 4_000;

export function createNotices(
  { notice, announce }: Pick<TableView, "notice" | "announce">,
  { say, port, isDemo }: { readonly say: Say; readonly port: Pick<PagePort, "send">; readonly isDemo: boolean },
): Notices {
  let timer = 0;

  function notify(text: string): void {
    notice.textContent = text;
    notice.hidden = false;
    announce(text);
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      notice.hidden = true;
    }, noticeMs);
  }

  return {
    notify,
    clear() {
      clearTimeout(timer);
      notice.hidden = true;
    },
    failed(error) {
      const code = error instanceof CallError ? error.code : "offline";
      const { text, open: offer } = failureTexts[code] ?? { text: "errOther" as const };
      if (["session_ended", "session_replaced"].includes(code)) port.send({ type: "error", code });
      notify(say(text));
      if (offer && !isDemo) port.send({ type: "open", what: offer });
      return code;
    },
  };
}
