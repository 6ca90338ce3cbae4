import { SaxesParser } from "saxes";

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
}

/** Larger documents are not parsed. The largest of the feed, a fixture list, is a tenth of it. */
export const largestDocument = 4 * 1024 * 1024;
/** The deepest document of the feed has seven levels. */
const deepest = 32;
const mostElements = 200_000;

/** A document that is refused: `reason` is for the log. */
export class BadXml extends Error {}

/**
 * Parses one XML 1.0 document, strictly. Texts between elements are dropped: the feed has its data in attributes. A DOCTYPE is refused, and with it every
 * entity but the five of XML and numeric references; so is nesting deeper than any document of the feed. No part of it is recursive.
 */
export function parseXml(text: string): XmlElement {
  if (text.length > largestDocument) throw new BadXml("the document is too large");
  const parser = new SaxesParser({ position: false, xmlns: false as const });
  const open: (XmlElement & { readonly children: XmlElement[] })[] = [];
  let root: XmlElement | undefined;
  let count = 0;
  parser.on("error", error => refuse(error.message.slice(0, 200)));
  parser.on("doctype", () => refuse("a DOCTYPE is not allowed"));
  parser.on("opentag", ({ name, attributes }) => {
    if (open.length >= deepest) refuse("the document is nested too deeply");
    if (++count > mostElements) refuse("the document has too many elements");
    const element = { name, attributes, children: [] };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on("closetag", () => void open.pop());
  parser.write(text).close();
  if (!root) throw new BadXml("the document is empty");
  return root;
}

function refuse(reason: string): never {
  throw new BadXml(reason);
}

/** The first child of this name; undefined where there is none. */
export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find(each => each.name === name);

export const childrenOf = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  element?.children.filter(each => each.name === name) ?? [];
