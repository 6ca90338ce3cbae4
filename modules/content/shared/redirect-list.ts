import { barePath } from "#kit/i18n/locale.ts";
import { MarkdownFault } from "./markdown.ts";

/** An old address of the site and where it leads. */
export interface RedirectLine {
  readonly path: string;
  readonly target: string;
  readonly line: number;
}

const oldPath = /^\/[^\s?#\\]{1,499}$/;
const targets = /^(\/(?![/\\])[^\s\\]*|https:\/\/[^\s\\]+)$/;
const longestTarget = 1000;

/** `/old /new`, one to a line; lines that begin with # are notes. Throws MarkdownFault. */
export function redirectsOf(text: string): readonly RedirectLine[] {
  const rows = text
    .split("\n")
    .map((line, index) => ({ words: line.trim().split(/\s+/), line: index + 1 }))
    .filter(({ words: [first = ""] }) => first !== "" && !first.startsWith("#"))
    .map(({ words: [path = "", target = "", ...more], line }) => {
      if (more.length > 0 || target === "") throw new MarkdownFault("line_invalid", line);
      if (!oldPath.test(path) || barePath(path) !== path) throw new MarkdownFault("path_invalid", line);
      if (!targets.test(target) || target.length > longestTarget) throw new MarkdownFault("link_invalid", line);
      return { path, target, line };
    });
  const lines = new Map<string, number>();
  for (const { path, line } of rows) {
    if (lines.has(path)) throw new MarkdownFault("path_again", line);
    lines.set(path, line);
  }
  for (const { target, line } of rows)
    if (lines.has(barePath(target.split(/[?#]/)[0] ?? ""))) throw new MarkdownFault("redirect_chain", line);
  return rows;
}

/** The text that `redirectsOf` reads. */
export function textOfRedirects(rows: readonly Pick<RedirectLine, "path" | "target">[]): string {
  return [redirectNote, ...rows.map(({ path, target }) => `${path} ${target}`), ""].join("\n");
}

const redirectNote = "# Old address, then where it leads";

/** The list with this redirect, in place of the one from the same address. */
export const withRedirect = (text: string, path: string, target: string): string =>
  `${withoutRedirect(text, path).trimEnd()}\n${path} ${target}\n`;

export const withoutRedirect = (text: string, path: string): string =>
  text
    .split("\n")
    .filter(line => line.trim().split(/\s+/)[0] !== path)
    .join("\n");
