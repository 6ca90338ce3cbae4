import { useState } from "react";
import { useSession } from "#modules/operators/office/session.ts";
import { MessageKey } from "../web/message-key.ts";

/** Drafts that an operator left in other conversations: in memory of this page only, because they may contain personal data. */
export class ReplyDrafts {
  readonly #texts = new Map<string, string>();
  readonly #keys = new Map<string, MessageKey>();

  /** "" if there is none. */
  textOf(place: string): string {
    return this.#texts.get(place) ?? "";
  }

  keep(place: string, text: string): void {
    if (text === "") this.#texts.delete(place);
    else this.#texts.set(place, text);
  }

  /** A reply whose confirmation was lost has the same key when its form is opened again. */
  keyOf(place: string): MessageKey {
    const known = this.#keys.get(place) ?? new MessageKey();
    this.#keys.set(place, known);
    return known;
  }
}

const drafts = new ReplyDrafts();

interface ReplyDraft {
  readonly text: string;
  setText(next: string | ((former: string) => string)): void;
  readonly messageKey: MessageKey;
}

/** The draft of the signed-in operator in one form of a conversation; it is there again when they come back. */
export function useReplyDraft(conversation: string, form: "answer" | "note"): ReplyDraft {
  const { me } = useSession();
  const place = `${me.id} ${conversation} ${form}`;
  const [text, show] = useState(() => drafts.textOf(place));
  return {
    text,
    setText(next) {
      // Of the stored text, not of the rendered one: a reply may be confirmed after its form was left.
      const now = typeof next === "string" ? next : next(drafts.textOf(place));
      drafts.keep(place, now);
      show(now);
    },
    messageKey: drafts.keyOf(place),
  };
}
