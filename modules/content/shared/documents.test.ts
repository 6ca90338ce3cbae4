import { expect, test } from "vitest";
import { locales } from "#kit/i18n/locale.ts";
import { templateNames, templateTexts } from "#modules/messages/server/index.ts";
import { faultOf } from "./document-faults.ts";
import { articleOf, bannerOf, topicsOf } from "./documents.ts";
import type { Kind } from "./kinds.ts";
import { diffLines } from "./line-diff.ts";
import { plainOf } from "./markdown.ts";
import { keyOfTemplate, messageOf, textOfMessage } from "./message-text.ts";
import { redirectsOf, textOfRedirects, withoutRedirect, withRedirect } from "./redirect-list.ts";

test("an article has a title, a lead and sections with paragraphs, lists, strong words and links", () => {
  const article = articleOf(
    "# Summer\n\nFirst line\nsecond line.\n\n## How\nSee **all** [rules](/faq) and [more](https://example.com/a).\n- one\n- two\n\nEnd <b>here</b>\n",
  );
  expect(article).toMatchObject({
    title: "Summer",
    blocks: [{ kind: "paragraph", parts: [{ kind: "text", text: "First line second line." }] }],
    sections: [
      {
        title: "How",
        blocks: [
          {
            parts: [
              { kind: "text", text: "See " },
              { kind: "strong", text: "all" },
              { kind: "text", text: " " },
              { kind: "link", text: "rules", to: "/faq" },
              { kind: "text", text: " and " },
              { kind: "link", text: "more", to: "https://example.com/a" },
              { kind: "text", text: "." },
            ],
          },
          { kind: "list", items: [[{ kind: "text", text: "one" }], [{ kind: "text", text: "two" }]] },
          { parts: [{ kind: "text", text: "End <b>here</b>" }] },
        ],
      },
    ],
  });
  expect(plainOf(article.sections[0]?.blocks ?? [])).toBe("See all rules and more. one two End <b>here</b>");
});

test.each<[Kind, string, string, number]>([
  ["policy", "", "heading_missing", 1],
  ["policy", "text before\n# T\n## S\nx", "heading_missing", 1],
  ["policy", "# T\n\ntext only", "section_missing", 1],
  ["policy", "# T\n## S\n", "text_missing", 2],
  ["policy", "# T\n## S\nx\n# Again\n## S\nx", "title_again", 4],
  ["policy", "# T\n### Deep\nx", "level_unknown", 2],
  ["policy", "# T\n##\nx", "title_empty", 2],
  ["promo", "# T\n\n[x](javascript:alert(1))", "link_invalid", 3],
  ["promo", "# T\n\n[x](//evil.example)", "link_invalid", 3],
  ["promo", "# T\n\n[x](/\\evil.example)", "link_invalid", 3],
  ["promo", "# T\n\n[ ](/faq)", "link_invalid", 3],
  ["promo", "# T\n", "text_missing", 1],
  ["faq", "# T\n## Q\nA", "topic_id_missing", 1],
  ["faq", "# T {#a}\n## Q\nA\n# U {#a}\n## Q\nA", "topic_id_again", 4],
  ["faq", "# T {#a}\n", "section_missing", 1],
  ["faq", "# T {#a}\n## Q\n", "text_missing", 2],
  ["banner", "# T\n\ntext", "link_missing", 3],
  ["template", "T\n\n{code}", "heading_missing", 1],
  ["template", "# T\n\n## sms\n{code}", "text_missing", 1],
  ["template", "# T\n\n{code}\n## sms\n{code}\n## sms\n{code}", "section_again", 6],
  ["template", "# T\n\n{code}\n## fax\n{code}", "section_unknown", 4],
  ["template", "# T\n\n{code}\n## sms\n{code}", "section_missing", 1],
  ["template", "# T\n\n{code}\n## sms\n{code}\n## call\n{code}\n## button\nGo", "section_unknown", 8],
  ["template", "# T\n\n{code} {sum}\n## sms\n{code}\n## call\n{code}", "value_unknown", 3],
  ["template", "# T\n\n{}\n## sms\n{code}\n## call\n{code}", "value_unknown", 3],
  ["template", "# T {code}\n\n{code}\n## sms\n{code}\n## call\n{code}", "value_unknown", 1],
  ["template", "# T\n\nYour code is {code}.\n## sms\n{code}\n## call\n{code}", "value_missing", 1],
  ["template", "# T\n\n{code}\n## sms\nHello\n## call\n{code}", "value_missing", 4],
  ["template", "# T\n\n{code}\n\nhttps://evil.example\n## sms\n{code}\n## call\n{code}", "address_in_text", 5],
  ["template", "# T\n\n{code}\n## sms\n{code} www.evil.example\n## call\n{code}", "address_in_text", 5],
  ["template", `# T\n\n{code}\n## sms\n{code} ${"x".repeat(300)}\n## call\n{code}`, "text_too_long", 4],
  ["redirects", "/old", "line_invalid", 1],
  ["redirects", "# note\n/a /b /c", "line_invalid", 2],
  ["redirects", "old /b", "path_invalid", 1],
  ["redirects", "/ru/old /b", "path_invalid", 1],
  ["redirects", "/old?x=1 /b", "path_invalid", 1],
  ["redirects", "/ /b", "path_invalid", 1],
  ["redirects", "/old //evil.example", "link_invalid", 1],
  ["redirects", "/old /\\evil.example", "link_invalid", 1],
  ["redirects", "/old http://plain.example", "link_invalid", 1],
  ["redirects", "/old javascript:alert(1)", "link_invalid", 1],
  ["redirects", "/old /a\n\n/old /b", "path_again", 3],
  ["redirects", "/old /old", "redirect_chain", 1],
  ["redirects", "/a /b\n/b /c", "redirect_chain", 1],
  ["redirects", "/a /ru/b?x=1\n/b /c", "redirect_chain", 1],
  ["banner", "# T\n\n[go](/faq)", "text_missing", 1],
])("a %s of %j is refused: %s in line %i", (kind, text, fault, line) => {
  expect(faultOf({ kind, key: "login-code" }, text)).toEqual({ fault, line });
});

test("topics keep their anchors, and a banner ends with its link", () => {
  expect(topicsOf("# Money {#money}\n## How?\nSo.\n\n# Help {#help}\n## Who?\nWe.\n")).toMatchObject([
    { id: "money", title: "Money", questions: [{ title: "How?" }] },
    { id: "help", title: "Help", questions: [{ title: "Who?" }] },
  ]);
  expect(bannerOf("# Cup\n\nPlay now.\n\n[Join](/tournaments)\n")).toMatchObject({
    title: "Cup",
    link: { text: "Join", to: "/tournaments" },
  });
});

test("a difference keeps equal lines and marks the others", () => {
  expect(diffLines("a\nb\nc\nd", "a\nx\nc\ny\nd").map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    "same a",
    "removed b",
    "added x",
    "same c",
    "added y",
    "same d",
  ]);
  expect(diffLines("a\nb", "a\nb").every(({ kind }) => kind === "same")).toBe(true);
  const long = Array.from({ length: 2000 }, (_, index) => `${index}`).join("\n");
  expect(diffLines(long, `${long}\nend`).at(-1)).toEqual({ kind: "added", text: "end", place: 2000 });
});

test("every message of this release is written and read again, and is free of faults", () => {
  for (const name of templateNames)
    for (const locale of locales) {
      const texts = templateTexts(locale, name);
      const text = textOfMessage(texts);
      expect(messageOf(text)).toEqual(texts);
      expect(faultOf({ kind: "template", key: keyOfTemplate(name) }, text), `${name} ${locale}`).toBeUndefined();
    }
});

test("an unknown message has no text", () => {
  expect(faultOf({ kind: "template", key: "no-such" }, "# T\n\nx")).toEqual({ fault: "template_unknown", line: 1 });
});

test("a list of redirects keeps its notes as it is changed", () => {
  const text = textOfRedirects([{ path: "/old", target: "/bonuses" }]);
  expect(redirectsOf(text)).toEqual([{ path: "/old", target: "/bonuses", line: 2 }]);
  const changed = withRedirect(withRedirect(text, "/new", "/faq"), "/old", "/faq?a=1#b");
  expect(redirectsOf(changed).map(({ path, target }) => `${path} ${target}`)).toEqual(["/new /faq", "/old /faq?a=1#b"]);
  expect(withoutRedirect(changed, "/new")).toBe("# Old address, then where it leads\n/old /faq?a=1#b\n");
});
