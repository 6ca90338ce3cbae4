import { articleOf, bannerOf, policyOf, topicsOf } from "./documents.ts";
import type { Kind } from "./kinds.ts";
import { type Fault, MarkdownFault } from "./markdown.ts";
import { checkedMessage } from "./message-text.ts";
import { redirectsOf } from "./redirect-list.ts";
import { textLinesOf } from "./text-list.ts";

const parsers: Readonly<Record<Kind, (text: string, key: string) => unknown>> = {
  policy: policyOf,
  faq: topicsOf,
  promo: articleOf,
  banner: bannerOf,
  template: (text, key) => checkedMessage(key, text),
  redirects: redirectsOf,
  texts: textLinesOf,
};

/** The first thing that is wrong with a text of this document; undefined for none. */
export function faultOf({ kind, key }: { readonly kind: Kind; readonly key: string }, text: string): Fault | undefined {
  try {
    parsers[kind](text, key);
    return undefined;
  } catch (error) {
    if (error instanceof MarkdownFault) return { fault: error.fault, line: error.line };
    throw error;
  }
}
