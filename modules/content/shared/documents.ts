import { type Block, type Inline, MarkdownFault, type Part, parseParts } from "./markdown.ts";

export interface Section {
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** A policy or a promo page. */
export interface Article extends Section {
  readonly sections: readonly Section[];
}

/** Questions of one topic; `id` is its anchor on the page. */
export interface Topic {
  readonly id: string;
  readonly title: string;
  readonly questions: readonly Section[];
}

export interface Banner {
  readonly title: string;
  readonly text: readonly Block[];
  readonly link: { readonly text: string; readonly to: string };
}

/** `# Title`, then the text before the first `## Section`, then sections. Throws MarkdownFault. */
export function articleOf(text: string): Article {
  const [title, ...sections] = parseParts(text);
  if (title?.level !== 1) throw new MarkdownFault("heading_missing", 1);
  for (const { level, line } of sections) if (level === 1) throw new MarkdownFault("title_again", line);
  for (const section of sections) needText(section);
  if (sections.length === 0 && title.blocks.length === 0) throw new MarkdownFault("text_missing", title.line);
  return { title: title.title, blocks: title.blocks, sections };
}

/** An article with at least one section. */
export function policyOf(text: string): Article {
  const article = articleOf(text);
  if (article.sections.length === 0) throw new MarkdownFault("section_missing", 1);
  return article;
}

/** `# Topic {#id}` with `## Question` and its answer below, as often as there are topics. Throws MarkdownFault. */
export function topicsOf(text: string): readonly Topic[] {
  const topics: { readonly id: string; readonly title: string; readonly line: number; readonly questions: Part[] }[] =
    [];
  for (const part of parseParts(text)) {
    if (part.level === 2) {
      needText(part);
      if (topics.length === 0) throw new MarkdownFault("heading_missing", part.line);
      topics.at(-1)?.questions.push(part);
      continue;
    }
    if (part.id === null) throw new MarkdownFault("topic_id_missing", part.line);
    if (topics.some(({ id }) => id === part.id)) throw new MarkdownFault("topic_id_again", part.line);
    topics.push({ id: part.id, title: part.title, line: part.line, questions: [] });
  }
  for (const { questions, line } of topics)
    if (questions.length === 0) throw new MarkdownFault("section_missing", line);
  return topics;
}

/** `# Title`, a text, and a link in a paragraph of its own at the end. Throws MarkdownFault. */
export function bannerOf(text: string): Banner {
  const { title, blocks, sections } = articleOf(text);
  if (sections.length > 0) throw new MarkdownFault("level_unknown", 1);
  const link = onlyLink(blocks.at(-1));
  if (!link) throw new MarkdownFault("link_missing", text.split("\n").length);
  if (blocks.length < 2) throw new MarkdownFault("text_missing", 1);
  return { title, text: blocks.slice(0, -1), link };
}

function onlyLink(block: Block | undefined): Extract<Inline, { kind: "link" }> | undefined {
  const [part, ...others] = block?.kind === "paragraph" ? block.parts : [];
  return part?.kind === "link" && others.length === 0 ? part : undefined;
}

function needText({ blocks, line }: Part): void {
  if (blocks.length === 0) throw new MarkdownFault("text_missing", line);
}
