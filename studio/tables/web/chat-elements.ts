import { el, icon } from "#studio/frame/web/dom.ts";
import { type ChatMessage, longestMessage } from "../shared/chat.ts";
import type { ChatSay } from "./chat-texts.ts";
import type { Language } from "./texts.ts";

interface ChatActions {
  /** Opens or closes the panel; without a value the other of both. */
  toggle(open?: boolean): void;
  write(): void;
}

/** What the chat is made of: its button, and the panel with messages, field and options. */
export function createChatElements(say: ChatSay, on: ChatActions) {
  const badge = el("i", { class: "badge", hidden: true, "aria-hidden": "true" });
  const button = el(
    "button",
    { type: "button", class: "square chat-open", "aria-expanded": "false", hidden: true, onclick: () => on.toggle() },
    icon("chat", 18),
    badge,
  );
  const list = el("ol", { class: "messages", role: "log", "aria-label": say("chat"), tabindex: "0" });
  const note = el("p", { class: "note", role: "status" });
  const field = el("input", {
    type: "text",
    maxlength: String(longestMessage),
    autocomplete: "off",
    enterkeyhint: "send",
    "aria-label": say("field"),
    placeholder: say("field"),
  });
  const submit = el("button", { type: "button", class: "action", onclick: () => on.write() }, say("send"));
  // No form: the frame's sandbox submits none.
  const form = el("div", { class: "write" }, field, submit);
  const foot = el("div", { class: "options" });
  const panel = el(
    "aside",
    { class: "chat", hidden: true, "aria-label": say("chat") },
    el(
      "header",
      {},
      el("h2", {}, say("chat")),
      el(
        "button",
        { type: "button", class: "square", "aria-label": say("close"), onclick: () => on.toggle(false) },
        icon("close", 16),
      ),
    ),
    list,
    note,
    form,
    foot,
  );
  panel.addEventListener("keydown", event => {
    if (event.key === "Escape") on.toggle(false);
    if (event.key === "Enter" && event.target === field && !event.isComposing) on.write();
    // Space and arrows belong to the message, not to the table.
    event.stopPropagation();
  });

  return { badge, button, list, note, field, form, foot, panel };
}

export const linkButton = (text: string, onclick: () => void) =>
  el("button", { type: "button", class: "link", onclick }, text);

interface MessageFacts {
  readonly say: ChatSay;
  readonly language: Language;
  readonly isOwn: boolean;
  /** Of a message that its reader may report, and whose author they may hide. */
  readonly actions: { report(): void; ignore(): void } | undefined;
}

export function messageLine(
  { nick, text, at }: ChatMessage,
  { say, language, isOwn, actions }: MessageFacts,
): HTMLElement {
  const time = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" }).format(at);
  return el(
    "li",
    { class: isOwn ? "own" : "" },
    el("b", {}, isOwn ? say("you") : nick),
    el("time", { datetime: new Date(at).toISOString() }, time),
    el("p", {}, text),
    actions &&
      el(
        "span",
        { class: "acts" },
        linkButton(say("report"), () => actions.report()),
        linkButton(say("ignore"), () => actions.ignore()),
      ),
  );
}
