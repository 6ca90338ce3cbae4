import { openDialog } from "./dialogs.ts";
import { el } from "./dom.ts";
import type { PagePort } from "./page-port.ts";
import { CallError } from "./rgs.ts";
import type { Say, TextKey } from "./texts.ts";

/** The text of each error, and the page of the casino that helps with it. */
const texts: Readonly<Record<string, { readonly text: TextKey; readonly open?: "deposit" | "limits" }>> = {
  session_ended: { text: "errSession" },
  session_replaced: { text: "errReplaced" },
  insufficient_funds: { text: "errFunds", open: "deposit" },
  limit_reached: { text: "errLimit", open: "limits" },
  player_blocked: { text: "errBlocked", open: "limits" },
  reality_check: { text: "errReality" },
  round_void: { text: "errVoid" },
  round_open: { text: "errOpen" },
  too_fast: { text: "errFast" },
  too_many_requests: { text: "errFast" },
  game_disabled: { text: "errGame" },
  client_seed_required: { text: "errSeed" },
  casino_unavailable: { text: "errCasino" },
  offline: { text: "errOffline" },
  internal: { text: "errInternal" },
  free_rounds_over: { text: "errFree" },
};

export function callErrorOf(error: unknown): CallError {
  return error instanceof CallError ? error : new CallError({ code: "script_failed" });
}

/** Shows what went wrong in a dialog; resolves when the player closes it. */
export async function showFailure(
  error: CallError,
  {
    host,
    say,
    title,
    port,
    announce,
  }: {
    readonly host: HTMLElement;
    readonly say: Say;
    readonly title: string;
    readonly port: PagePort;
    readonly announce: (text: string) => void;
  },
): Promise<void> {
  const { code, round } = error;
  port.send({ type: "error", code, ...(round !== undefined && { round }) });
  const other = round === undefined ? "errOther" : "errOtherRound";
  const { text, open } = texts[code] ?? { text: other };
  const sentence = say(text, { round: round?.slice(0, 8) ?? "" });
  announce(sentence);
  const offer =
    open &&
    el(
      "button",
      {
        type: "button",
        class: "primary",
        onclick: () => {
          sheet.close();
          port.send({ type: "open", what: open });
        },
      },
      say(open),
    );
  const sheet = openDialog(host, say, title, el("p", {}, sentence), offer ?? null);
  await sheet.closed;
}
