import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { Icon } from "#kit/ui/icon.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { useIsPhone } from "../list/use-is-phone.ts";
import type { Reading } from "./use-office-query.ts";
import { useRowKeys } from "./use-row-keys.ts";

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
      <main id="main" className="page-body" tabIndex={-1}>
        {children}
      </main>
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

/** A panel of a long page: on a phone it is its heading until it is opened. */
export function FoldedPanel({ title, aside, children }: Omit<PanelProps, "className">) {
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  const content = useId();
  if (!isPhone)
    return (
      <Panel title={title} aside={aside}>
        {children}
      </Panel>
    );
  return (
    <section className="panel">
      <h2>
        <button
          type="button"
          className="fold"
          aria-expanded={isOpen}
          aria-controls={content}
          onClick={() => setOpen(!isOpen)}
        >
          {title}
          <Icon of={ChevronDown} size={17} />
        </button>
      </h2>
      <div id={content} hidden={!isOpen}>
        {isOpen && aside !== undefined && <div className="panel-head">{aside}</div>}
        {isOpen && children}
      </div>
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
  /** The page's main table, whose rows lead to pages of their own: `j`, `k` and Enter act on it. */
  readonly hasRowKeys?: boolean;
}

/** Rows of 32 px. On a phone each row is a card of its own, every cell labelled with its column. */
export function Table({ head, rows, empty, name, figures, hasRowKeys = false }: TableProps) {
  const box = useRef<HTMLElement>(null);
  useRowKeys(box, hasRowKeys);
  if (rows.length === 0) return <p className="note muted">{empty}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section ref={box} className="scroll" tabIndex={0} aria-label={name}>
      <table className={figures ? undefined : "stacks"}>
        <thead>
          <tr>
            {head.map((title, index) => (
              <th key={title || `column ${index}`} className={cellClass(title)} scope="col">
                {title.replace(/^>/, "") || <span className="sr-only">…</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key} tabIndex={hasRowKeys ? -1 : undefined}>
              {cells.map((cell, index) => (
                <td
                  key={head[index] || `column ${index}`}
                  className={cellClass(head[index])}
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

/** Buttons stay in view when the table is wider than the page. */
function cellClass(head = ""): string | undefined {
  return (
    [head.startsWith(">") && "align-right", head.replace(/^>/, "") === "" && "pinned"].filter(Boolean).join(" ") ||
    undefined
  );
}

interface FoldedTableProps extends Pick<TableProps, "head" | "name"> {
  readonly groups: readonly { readonly key: string; readonly title: string; readonly rows: TableProps["rows"] }[];
}

/** One table; on a phone each group of its rows is opened on its own. */
export function FoldedTable({ groups, ...table }: FoldedTableProps) {
  const isPhone = useIsPhone();
  if (!isPhone) return <Table {...table} empty="" rows={groups.flatMap(({ rows }) => rows)} />;
  return groups.map(({ key, title, rows }) => (
    <details key={key} className="fold-group">
      <summary>
        {title} <span className="muted num">{rows.length}</span>
      </summary>
      <Table {...table} empty="" name={`${table.name}: ${title}`} rows={rows} />
    </details>
  ));
}

export type Tone = "good" | "wait" | "bad" | "info" | "plain";

export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`tag ${tone}`}>{children}</span>;
}
