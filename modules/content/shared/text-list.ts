import { MarkdownFault } from "./markdown.ts";

/** A text of the site in an operator's words. */
export interface TextLine {
  /** `accounts:login.title`. */
  readonly key: string;
  /** The first eight digits of the SHA-256 of the text of the release that it was written for; null if nobody said. */
  readonly source: string | null;
  readonly text: string;
  readonly line: number;
}

export const textKey = /^[a-z][a-z0-9-]*:[\w.-]{1,200}$/;
const entry = /^(\S+)(?: @([0-9a-f]{8}))? = (.*)$/;
export const longestSiteText = 2_000;
/** Pages carry the texts of their language: more belong into a release. */
export const mostSiteTexts = 300;
export const longestTextList = 16_000;

/** `accounts:login.title @1a2b3c4d = Text`, one to a line; lines that begin with # are notes. Throws MarkdownFault. */
export function textLinesOf(list: string): readonly TextLine[] {
  const lines = list
    .split("\n")
    .map((words, index) => ({ words: words.trim(), line: index + 1 }))
    .filter(({ words }) => words !== "" && !words.startsWith("#"))
    .map(({ words, line }) => {
      const [, key = "", source = null, text = ""] = entry.exec(words) ?? [];
      if (!textKey.test(key)) throw new MarkdownFault("line_invalid", line);
      if (text.trim() === "") throw new MarkdownFault("text_missing", line);
      if (text.length > longestSiteText) throw new MarkdownFault("text_too_long", line);
      return { key, source, text, line };
    });
  const seen = new Set<string>();
  for (const { key, line } of lines) {
    if (seen.has(key)) throw new MarkdownFault("key_again", line);
    seen.add(key);
  }
  const last = lines.at(-1);
  if (last && (lines.length > mostSiteTexts || list.length > longestTextList))
    throw new MarkdownFault("texts_too_many", last.line);
  return lines;
}

const note = "# Texts that differ from those of the release";

/** The list that `textLinesOf` reads, in the order of its keys. */
export function textListOf(lines: readonly Omit<TextLine, "line">[]): string {
  const rows = lines
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ key, source, text }) => `${key}${source === null ? "" : ` @${source}`} = ${text}`);
  return [note, ...rows, ""].join("\n");
}
