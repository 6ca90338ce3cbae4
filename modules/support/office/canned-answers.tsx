import { useId, useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Refused, useSending } from "#modules/operators/office/parts/sending.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { type CannedAnswer, fillCannedAnswer, readCanned } from "./canned-contract.ts";
import type { OpenConversation } from "./contract.ts";

const mostOffered = 6;

/** Canned replies that fit what was typed after `/`, and which of them the keys have chosen. */
export interface OfferedAnswers {
  /** The id of their list. */
  readonly list: string;
  readonly answers: readonly CannedAnswer[];
  readonly at: number;
  /** Why the chosen one could not be filled in. */
  readonly error: string | undefined;
  fill(answer: CannedAnswer): void;
  /** A key of the reply: arrows choose, Enter fills in. @returns whether it was one of these */
  press(key: string): boolean;
}

interface CannedNeeds {
  readonly conversation: OpenConversation;
  readonly text: string;
  onFilled(text: string): void;
}

/** `/` begins a canned reply: it is filled in for this conversation, then edited and sent like any other. */
export function useCannedAnswers({ conversation: { id, locale }, text, onFilled }: CannedNeeds): OfferedAnswers {
  const list = useId();
  const { error, send } = useSending();
  const canned = useOfficeQuery(readCanned, { query: { locale } });
  const [chosen, setChosen] = useState({ of: text, at: 0 });
  const sought = /^\/(\S*)$/.exec(text)?.[1];
  const answers = (canned.data?.data ?? [])
    .filter(
      ({ shortcut, title }) =>
        sought !== undefined && (shortcut.startsWith(sought) || title.toLowerCase().includes(sought.toLowerCase())),
    )
    .slice(0, mostOffered);
  const at = chosen.of === text ? Math.min(chosen.at, answers.length - 1) : 0;
  function fill(answer: CannedAnswer): void {
    void send(async () => {
      const { data } = await call(fillCannedAnswer, { params: { id, canned: answer.id } });
      onFilled(data.text);
    });
  }
  function press(key: string): boolean {
    const answer = answers[at];
    if (!answer) return false;
    if (key === "ArrowDown") setChosen({ of: text, at: (at + 1) % answers.length });
    else if (key === "ArrowUp") setChosen({ of: text, at: (at + answers.length - 1) % answers.length });
    else if (key === "Enter") fill(answer);
    else return false;
    return true;
  }
  return { list, answers, at, error: sought === undefined ? undefined : error, fill, press };
}

export function CannedAnswers({ of: { list, answers, at, error, fill } }: { readonly of: OfferedAnswers }) {
  const { t } = useTranslation("office");
  return (
    <>
      {answers.length > 0 && (
        <div id={list} role="listbox" className="inbox-canned" aria-label={t("support.canned")}>
          {answers.map((answer, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the reply handles the keys of the list.
            <div
              key={answer.id}
              id={`${list}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              onClick={() => fill(answer)}
            >
              <span className="mono">/{answer.shortcut}</span> {answer.title}
            </div>
          ))}
        </div>
      )}
      <Refused why={error} />
    </>
  );
}
