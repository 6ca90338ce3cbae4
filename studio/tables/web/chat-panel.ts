import "./chat.css";
import { el, icon } from "#studio/frame/web/dom.ts";
import { type ChatMessage, type ChatRequest, type ChatSocketMessage, longestMessage } from "../shared/chat.ts";
import { emptyLog, nextLog } from "./chat-log.ts";
import { chatFailures, chatTextsOf } from "./chat-texts.ts";
import type { Language } from "./texts.ts";

export interface ChatPanel {
  /** Opens and closes it; hidden where there is no chat. */
  readonly button: HTMLButtonElement;
  readonly panel: HTMLElement;
  received(message: ChatSocketMessage): void;
}

type Asked = ChatRequest extends infer Each ? (Each extends unknown ? Omit<Each, "request"> : never) : never;

/** Messages beside the table; on a phone they cover it from below and leave the timer free. */
export function createChatPanel(language: Language, send: (request: ChatRequest) => boolean): ChatPanel {
  const say = chatTextsOf(language);
  let log = emptyLog;
  let unread = 0;
  let requests = 0;
  const waiting = new Map<number, { readonly done: () => void; readonly failed: (code: string) => void }>();

  const badge = el("i", { class: "badge", hidden: true, "aria-hidden": "true" });
  const button = el(
    "button",
    { type: "button", class: "square chat-open", "aria-expanded": "false", hidden: true, onclick: () => toggle() },
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
  const submit = el("button", { type: "button", class: "action", onclick: () => write() }, say("send"));
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
        { type: "button", class: "square", "aria-label": say("close"), onclick: () => toggle(false) },
        icon("close", 16),
      ),
    ),
    list,
    note,
    form,
    foot,
  );
  panel.addEventListener("keydown", event => {
    if (event.key === "Escape") toggle(false);
    if (event.key === "Enter" && event.target === field && !event.isComposing) write();
    // Space and arrows belong to the message, not to the table.
    event.stopPropagation();
  });

  function toggle(open = panel.hidden === true): void {
    const isOpen = open && !button.hidden;
    panel.hidden = !isOpen;
    button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) {
      unread = 0;
      show();
      scrollDown();
      (form.hidden ? list : field).focus({ preventScroll: true });
    } else button.focus({ preventScroll: true });
    showButton();
  }

  function ask(what: Asked, done: () => void = () => {}): void {
    requests += 1;
    const failed = (code: string) => notify(say(chatFailures[code] ?? "errOther"));
    waiting.set(requests, { done, failed });
    if (send({ ...what, request: requests } as ChatRequest)) return;
    waiting.delete(requests);
    failed("offline");
  }

  function notify(text: string): void {
    note.textContent = text;
  }

  function write(): void {
    const text = field.value;
    if (text.trim() === "" || field.readOnly) return;
    field.readOnly = true;
    notify(say("sending"));
    const free = () => {
      field.readOnly = false;
      notify("");
    };
    ask({ say: text }, () => {
      free();
      if (field.value === text) field.value = "";
    });
  }

  const action = (text: string, onclick: () => void) => el("button", { type: "button", class: "link", onclick }, text);

  function line({ id, author, nick, text, at }: ChatMessage): HTMLElement {
    const isOwn = author === log.state?.author;
    const time = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" }).format(at);
    const may = log.state?.may === "write" && !isOwn;
    return el(
      "li",
      { class: isOwn ? "own" : "" },
      el("b", {}, isOwn ? say("you") : nick),
      el("time", { datetime: new Date(at).toISOString() }, time),
      el("p", {}, text),
      may &&
        el(
          "span",
          { class: "acts" },
          action(say("report"), () => ask({ report: id }, () => notify(say("reported")))),
          action(say("ignore"), () => ask({ ignore: author, on: true }, () => notify(say("ignored")))),
        ),
    );
  }

  function showOptions(): void {
    const { may, shown = true, ignored = [] } = log.state ?? {};
    form.hidden = may !== "write" || !shown;
    list.hidden = !shown;
    foot.replaceChildren(
      ...(may === "read" ? [el("span", { class: "muted" }, say("readOnly"))] : []),
      ...(may === "write" && !shown ? [el("p", {}, say("off"))] : []),
      ...(shown && ignored.length > 0
        ? [
            el("span", { class: "muted" }, say("ignoredCount", { n: ignored.length })),
            action(say("showAll"), () => showEverybody(ignored)),
          ]
        : []),
      ...(may === "write"
        ? [action(say(shown ? "turnOff" : "turnOn"), () => ask({ shown: !shown }, () => notify("")))]
        : []),
    );
  }

  function showEverybody(ignored: readonly string[]): void {
    for (const author of ignored) ask({ ignore: author, on: false }, () => notify(""));
  }

  function showButton(): void {
    button.hidden = log.state === undefined || log.state.may === "off";
    badge.hidden = unread === 0;
    const label = unread > 0 ? say("unread", { n: unread }) : say("chat");
    button.setAttribute("aria-label", label);
    button.title = label;
    if (button.hidden && !panel.hidden) panel.hidden = true;
  }

  const isAtEnd = () => list.scrollTop + list.clientHeight >= list.scrollHeight - 40;
  const scrollDown = () => {
    list.scrollTop = list.scrollHeight;
  };

  function show(): void {
    const isFollowing = isAtEnd();
    const empty = el("li", { class: "muted empty" }, say("empty"));
    list.replaceChildren(...(log.messages.length > 0 ? log.messages.map(line) : [empty]));
    if (isFollowing) scrollDown();
    showOptions();
  }

  return {
    button,
    panel,
    received(message) {
      if (message.type === "chat-answer") {
        const found = waiting.get(message.request);
        waiting.delete(message.request);
        field.readOnly = false;
        if (message.code === null) found?.done();
        else found?.failed(message.code);
        return;
      }
      if (message.type === "chat-state") {
        // A new connection answers nothing that was asked over the old one.
        field.readOnly = false;
      }
      const before = log;
      log = nextLog(log, message);
      const news = message.type === "chat" ? log.messages.length - before.messages.length : 0;
      if (panel.hidden && news > 0) unread += news;
      if (!panel.hidden) show();
      showButton();
    },
  };
}
