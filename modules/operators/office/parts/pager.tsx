import { type ReactNode, useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";

/** The position in a paged list, newest first. */
export interface Pages {
  /** Added to the call's query; empty on the first page. */
  readonly query: { readonly cursor?: string };
  readonly first: boolean;
  older(cursor: string): void;
  newer(): void;
  /** Back to the first page, when the filter changes. */
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
  /** Cursor of the next page; null on the last. */
  readonly next: string | null;
  /** Shown beside the buttons. */
  readonly children?: ReactNode;
}

/** Links to the newer and the older page, if any. */
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
