import {
  formOf,
  type TemplateName,
  type TemplateTexts,
  templateNames,
} from "#modules/messages/shared/template-forms.ts";
import { MarkdownFault } from "./markdown.ts";

/** The key of a template's document. */
export const keyOfTemplate = (name: TemplateName): string => name.replaceAll("_", "-");

export function templateOfKey(key: string): TemplateName | undefined {
  return templateNames.find(name => keyOfTemplate(name) === key);
}

const sections = ["button", "stop", "sms", "call"] as const;
type Section = (typeof sections)[number];
const longest: Readonly<Record<Section, number>> = { button: 60, stop: 60, sms: 300, call: 600 };
const longestSubject = 150;

/** A section of a text, or the text before the first one (null). */
interface Passage {
  readonly name: Section | null;
  /** The line of its heading, from 1. */
  readonly line: number;
  readonly lines: string[];
}

/**
 * The text of a message: `# Subject`, paragraphs between empty lines, then `## button`, `## stop`, `## sms` and `## call` as far as it
 * has them. Nothing is markup: a paragraph that is `{code}`, `{link}` or `{unsubscribe}` alone is highlighted. Throws MarkdownFault.
 */
export function messageOf(text: string): TemplateTexts {
  const [body, ...rest] = passagesOf(text);
  const subject = /^# +(.*\S)\s*$/.exec(text.split("\n")[0] ?? "")?.[1];
  if (!body || subject === undefined) throw new MarkdownFault("heading_missing", 1);
  if (subject.length > longestSubject) throw new MarkdownFault("text_too_long", 1);
  const lines = paragraphsOf(body.lines);
  if (lines.length === 0) throw new MarkdownFault("text_missing", 1);
  return { subject, lines, ...Object.fromEntries(rest.map(passage => [passage.name, onlyText(passage)])) };
}

function passagesOf(text: string): readonly Passage[] {
  const passages: Passage[] = [{ name: null, line: 1, lines: [] }];
  for (const [index, words] of text.split("\n").slice(1).entries()) {
    const line = index + 2;
    if (!words.startsWith("#")) {
      passages.at(-1)?.lines.push(words.trim());
      continue;
    }
    const name = sections.find(each => words.trimEnd() === `## ${each}`);
    if (!name) throw new MarkdownFault("section_unknown", line);
    if (passages.some(passage => passage.name === name)) throw new MarkdownFault("section_again", line);
    passages.push({ name, line, lines: [] });
  }
  return passages;
}

const paragraphsOf = (lines: readonly string[]): readonly string[] =>
  lines
    .join("\n")
    .split(/\n{2,}/)
    .map(paragraph => paragraph.trim())
    .filter(paragraph => paragraph !== "");

/** The text of a section, in one line. */
function onlyText({ name, line, lines }: Passage): string {
  const text = lines.filter(each => each !== "").join(" ");
  if (text === "") throw new MarkdownFault("text_missing", line);
  if (name && text.length > longest[name]) throw new MarkdownFault("text_too_long", line);
  return text;
}

/** The text that `messageOf` reads. */
export function textOfMessage({ subject, lines, ...rest }: TemplateTexts): string {
  const parts = sections.flatMap(name => (rest[name] === undefined ? [] : [`## ${name}\n${rest[name]}`]));
  return `${[`# ${subject}`, ...lines, ...parts].join("\n\n")}\n`;
}

const placeholders = (text: string): readonly string[] => [...text.matchAll(/\{(\w*)\}/g)].map(([, name = ""]) => name);
/** An address that a mail program would make a link of. */
const address = /https?:|www\.|\/\//i;

/** The text of the template with this key: only values that it has, and all that it is for. Throws MarkdownFault. */
export function checkedMessage(key: string, text: string): TemplateTexts {
  const name = templateOfKey(key);
  if (!name) throw new MarkdownFault("template_unknown", 1);
  const { values } = formOf(name);
  text.split("\n").forEach((line, index) => {
    if (address.test(line)) throw new MarkdownFault("address_in_text", index + 1);
    if (placeholders(line).some(each => !values.includes(each))) throw new MarkdownFault("value_unknown", index + 1);
  });
  const message = messageOf(text);
  const passages = passagesOf(text);
  const lineOf = (section: Section) => passages.find(passage => passage.name === section)?.line ?? 1;
  refuseSections(name, message, lineOf);
  refuseSilence(values, message, lineOf);
  return message;
}

/** A template has a text for each of its channels, and a label for each of its links. */
function refuseSections(name: TemplateName, message: TemplateTexts, lineOf: (section: Section) => number): void {
  const { values, channels } = formOf(name);
  const expected: Readonly<Record<Section, boolean>> = {
    button: values.includes("link"),
    stop: values.includes("unsubscribe"),
    sms: channels.includes("sms"),
    call: channels.includes("call"),
  };
  for (const section of sections) {
    if (message[section] !== undefined && !expected[section])
      throw new MarkdownFault("section_unknown", lineOf(section));
    if (message[section] === undefined && expected[section]) throw new MarkdownFault("section_missing", 1);
  }
  for (const label of ["button", "stop"] as const)
    if (placeholders(message[label] ?? "").length > 0) throw new MarkdownFault("value_unknown", lineOf(label));
}

/** Codes, links and the way to stop offers are what a message is sent for. Subjects are shown on locked screens: they have none. */
function refuseSilence(
  values: readonly string[],
  { subject, lines, ...spoken }: TemplateTexts,
  lineOf: (section: Section) => number,
): void {
  const needed = ["code", "link", "unsubscribe"].filter(each => values.includes(each));
  if (placeholders(subject).some(each => needed.includes(each))) throw new MarkdownFault("value_unknown", 1);
  for (const each of needed) if (!lines.includes(`{${each}}`)) throw new MarkdownFault("value_missing", 1);
  const [first] = needed;
  for (const channel of ["sms", "call"] as const) {
    const text = spoken[channel];
    if (text !== undefined && first !== undefined && !placeholders(text).includes(first))
      throw new MarkdownFault("value_missing", lineOf(channel));
  }
}
