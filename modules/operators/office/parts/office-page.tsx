import type { ReactNode } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import type { Reading } from "./use-office-query.ts";

interface OfficePageProps {
  readonly title: string;
  /** Beside the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** An office page: its bar and its content. */
export function OfficePage({ title, aside, children }: OfficePageProps) {
  return (
    <>
      <title>{`${title} · Fairhouse`}</title>
      <header className="bar">
        <h1 className="display">{title}</h1>
        <span className="grow" />
        {aside}
      </header>
      <main className="page-body">{children}</main>
    </>
  );
}

interface PanelProps {
  readonly title?: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}

/** A panel. */
export function Panel({ title, aside, children, className }: PanelProps) {
  return (
    <section className={className ? `panel ${className}` : "panel"}>
      {title !== undefined && (
        <div className="panel-head">
          <h2 className="grow">{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}

/** The data, or its loading state, or its error. */
export function Read<T>({ of, children }: { of: Reading<T>; children: (data: T) => ReactNode }) {
  const { t } = useTranslation("office");
  if (of.data !== undefined) return <>{children(of.data)}</>;
  if (of.error)
    return (
      <p className="note bad" role="alert">
        {of.error.message || t("broken.network")}
      </p>
    );
  return (
    <p className="note muted" role="status">
      {t("loading")}
    </p>
  );
}

interface TableProps {
  /** Columns; a leading ">" right-aligns one. */
  readonly head: readonly string[];
  readonly empty: string;
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  readonly name: string;
  /** Stays a table on a phone, scrolled sideways, also by keyboard: for figures that are compared down a column. */
  readonly figures?: boolean;
}

/** Rows of 32 px. On a phone each row is a card of its own, every cell labelled with its column. */
export function Table({ head, rows, empty, name, figures }: TableProps) {
  if (rows.length === 0) return <p className="note muted">{empty}</p>;
  const right = head.map(title => title.startsWith(">"));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section className="scroll" tabIndex={0} aria-label={name}>
      <table className={figures ? undefined : "stacks"}>
        <thead>
          <tr>
            {head.map((title, index) => (
              <th key={title || `column ${index}`} className={right[index] ? "align-right" : undefined} scope="col">
                {title.replace(/^>/, "") || <span className="sr-only">…</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) => (
                <td
                  key={head[index] || `column ${index}`}
                  className={right[index] ? "align-right" : undefined}
                  data-head={head[index]?.replace(/^>/, "")}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export type Tone = "good" | "wait" | "bad" | "info" | "plain";

export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`tag ${tone}`}>{children}</span>;
}
