import "./chat.css";
import { el } from "#studio/frame/web/dom.ts";
import type { ChatMessage, ChatRequest, ChatSocketMessage } from "../shared/chat.ts";
import { createChatElements, linkButton, messageLine } from "./chat-elements.ts";
import { emptyLog, nextLog } from "./chat-log.ts";
import { type Asked, createChatRequests } from "./chat-requests.ts";
import { chatFailures, chatTextsOf } from "./chat-texts.ts";
import type { Language } from "./texts.ts";

export interface ChatPanel {
  /** Opens and closes it; hidden where there is no chat. */
  readonly button: HTMLButtonElement;
  readonly panel: HTMLElement;
  received(message: ChatSocketMessage): void;
  /** The connection is lost: what was asked over it gets no response. */
  disconnected(): void;
}

/** Messages beside the table; on a phone they cover it from below and leave the timer free. */
export function createChatPanel(language: Language, send: (request: ChatRequest) => boolean): ChatPanel {
  const say = chatTextsOf(language);
  let log = emptyLog;
  let unread = 0;
  const requests = createChatRequests(send);
  const { badge, button, list, note, field, form, foot, panel } = createChatElements(say, { toggle, write });

  function toggle(open: boolean = panel.hidden === true): void {
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

  function ask(what: Asked, done: () => void): void {
    requests.ask(what, done, code => {
      if ("say" in what) field.readOnly = false;
      notify(say(chatFailures[code] ?? "errOther"));
    });
  }

  function notify(text: string): void {
    note.textContent = text;
  }

  function write(): void {
    const text = field.value;
    if (text.trim() === "" || field.readOnly) return;
    field.readOnly = true;
    notify(say("sending"));
    ask({ say: text }, () => {
      field.readOnly = false;
      notify("");
      if (field.value === text) field.value = "";
    });
  }

  function line(message: ChatMessage): HTMLElement {
    const { id, author } = message;
    const isOwn = author === log.state?.author;
    const actions = {
      report: () => ask({ report: id }, () => notify(say("reported"))),
      ignore: () => ask({ ignore: author, on: true }, () => notify(say("ignored"))),
    };
    const may = log.state?.may === "write" && !isOwn;
    return messageLine(message, { say, language, isOwn, actions: may ? actions : undefined });
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
            linkButton(say("showAll"), () => showEverybody(ignored)),
          ]
        : []),
      ...(may === "write"
        ? [linkButton(say(shown ? "turnOff" : "turnOn"), () => ask({ shown: !shown }, () => notify("")))]
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
    disconnected: requests.failAll,
    received(message) {
      if (message.type === "chat-answer") {
        requests.answered(message);
        return;
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
