import { type ReactNode, useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";

/** Where somebody is in a list that is read page by page, the newest first. */
export interface Pages {
  /** Goes into the call's query; empty on the first page. */
  readonly query: { readonly cursor?: string };
  readonly first: boolean;
  older(cursor: string): void;
  newer(): void;
  /** For when something else is asked for. */
  restart(): void;
}

export function usePages(): Pages {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  return {
    query: cursor === undefined ? {} : { cursor },
    first: cursor === undefined,
    older: next => setCursors([...cursors, next]),
    newer: () => setCursors(cursors.slice(0, -1)),
    restart: () => setCursors([]),
  };
}

interface PagerProps {
  readonly pages: Pages;
  /** Of the page after the one that is shown; null on the last. */
  readonly next: string | null;
  /** Said beside the buttons. */
  readonly children?: ReactNode;
}

/** The ways to the newer and the older page, where there are any. */
export function Pager({ pages, next, children }: PagerProps) {
  const { t } = useTranslation("office");
  if (pages.first && next === null && !children) return null;
  return (
    <div className="row end pad">
      {children}
      {!pages.first && (
        <button type="button" className="btn s" onClick={pages.newer}>
          {t("newer")}
        </button>
      )}
      {next !== null && (
        <button type="button" className="btn s" onClick={() => pages.older(next)}>
          {t("older")}
        </button>
      )}
    </div>
  );
}
