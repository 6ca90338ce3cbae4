/** A part of a line. */
export type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "strong"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly to: string };

export type Block =
  | { readonly kind: "paragraph"; readonly parts: readonly Inline[] }
  | { readonly kind: "list"; readonly items: readonly (readonly Inline[])[] };

/** A heading with the text below it. */
export interface Part {
  readonly level: 1 | 2;
  readonly title: string;
  /** From `# Title {#id}`. */
  readonly id: string | null;
  readonly blocks: readonly Block[];
  /** The line of the heading, from 1. */
  readonly line: number;
}

/** What is wrong with a text, and in which line (from 1). */
export interface Fault {
  readonly fault: (typeof faults)[number];
  readonly line: number;
}

export const faults = [
  "heading_missing",
  "title_again",
  "title_empty",
  "level_unknown",
  "link_invalid",
  "text_missing",
  "section_missing",
  "topic_id_missing",
  "topic_id_again",
  "link_missing",
  "section_unknown",
  "section_again",
  "text_too_long",
  "template_unknown",
  "value_unknown",
  "value_missing",
  "address_in_text",
  "line_invalid",
  "path_invalid",
  "path_again",
  "redirect_chain",
  "host_unlisted",
  "key_again",
  "key_unknown",
  "markup_changed",
  "source_changed",
  "texts_too_many",
] as const;

export class MarkdownFault extends Error {
  readonly fault: Fault["fault"];
  readonly line: number;
  constructor(fault: Fault["fault"], line: number) {
    super(`${fault} in line ${line}`);
    this.fault = fault;
    this.line = line;
  }
}

const heading = /^(#+) +(.*?)(?: +\{#([a-z0-9-]+)\})?$/;
const mark = /\*\*([^*]+)\*\*|\[([^\]]*)\]\(([^)]*)\)/g;
/** A page of this site, or an https address. */
const target = /^(\/(?![/\\])[^\s\\]*|https:\/\/[^\s\\]+)$/;

/**
 * A small part of Markdown as data: two levels of headings, paragraphs, lists (`- `), `**strong**` and `[links](/path)`. Everything
 * else is text; pages make elements of it, never HTML. Throws MarkdownFault.
 */
export function parseParts(text: string): readonly Part[] {
  const parts: { readonly head: Omit<Part, "blocks">; readonly lines: string[] }[] = [];
  text.split("\n").forEach((line, index) => {
    const found = line.startsWith("#") ? headOf(line, index + 1) : undefined;
    if (found) parts.push({ head: found, lines: [] });
    else if (parts.length > 0) parts.at(-1)?.lines.push(line);
    else if (line.trim() !== "") throw new MarkdownFault("heading_missing", index + 1);
  });
  if (parts.length === 0) throw new MarkdownFault("heading_missing", 1);
  return parts.map(({ head, lines }) => ({ ...head, blocks: blocksOf(lines, head.line + 1) }));
}

function headOf(line: string, number: number): Omit<Part, "blocks"> {
  const [, marks = "", title = "", id = null] = heading.exec(line.trimEnd()) ?? [];
  if (title.trim() === "") throw new MarkdownFault("title_empty", number);
  if (marks.length > 2) throw new MarkdownFault("level_unknown", number);
  return { level: marks.length === 1 ? 1 : 2, title: title.trim(), id, line: number };
}

function blocksOf(lines: readonly string[], first: number): readonly Block[] {
  const blocks: Block[] = [];
  let open: string[] = [];
  let items: (readonly Inline[])[] = [];
  const close = (line: number) => {
    if (open.length > 0) blocks.push({ kind: "paragraph", parts: inlineOf(open.join(" "), line) });
    if (items.length > 0) blocks.push({ kind: "list", items });
    [open, items] = [[], []];
  };
  lines.forEach((line, index) => {
    const number = first + index;
    const isItem = line.startsWith("- ");
    if (line.trim() === "" || (isItem && open.length > 0) || (!isItem && items.length > 0)) close(number);
    if (isItem) items.push(inlineOf(line.slice(2).trim(), number));
    else if (line.trim() !== "") open.push(line.trim());
  });
  close(first + lines.length - 1);
  return blocks;
}

function inlineOf(text: string, line: number): readonly Inline[] {
  const parts: Inline[] = [];
  let from = 0;
  for (const found of text.matchAll(mark)) {
    if (found.index > from) parts.push({ kind: "text", text: text.slice(from, found.index) });
    parts.push(markedOf(found, line));
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push({ kind: "text", text: text.slice(from) });
  return parts;
}

function markedOf([, strong, label = "", to = ""]: RegExpMatchArray, line: number): Inline {
  if (strong !== undefined) return { kind: "strong", text: strong };
  if (label.trim() === "" || !target.test(to)) throw new MarkdownFault("link_invalid", line);
  return { kind: "link", text: label, to };
}

/** The words of blocks without marks: for search and descriptions. */
export function plainOf(blocks: readonly Block[]): string {
  const lines = blocks.flatMap(block => (block.kind === "paragraph" ? [block.parts] : block.items));
  return lines.map(parts => parts.map(({ text }) => text).join("")).join(" ");
}
