import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { inProject, pagePath } from "#studio/engine/par/source.ts";
import { parDocument } from "./par-document.ts";

test("a PAR sheet becomes a page with every figure of it, and nothing of it is markup", () => {
  const page = parDocument(
    "# A & B: PAR sheet\n\n|  |  |\n| --- | --- |\n| grid | 3 < 4 |\n\n```\nAB`C\n```\n\nA win is `floor(<x>)`.\n",
  );
  expect(page).toContain("<title>A &amp; B: PAR sheet</title>");
  expect(page).toContain("<table><tbody><tr><td>grid</td><td>3 &lt; 4</td></tr></tbody></table>");
  expect(page).toContain("<pre>AB`C</pre>");
  expect(page).toContain("<p>A win is <code>floor(&lt;x&gt;)</code>.</p>");
});

test("a printed sheet loses no word on its way", async () => {
  const sheet = await readFile(inProject(pagePath("codex-zenith")), "utf8");
  const page = parDocument(sheet).replace(/^[\s\S]*<body>/, "");
  const text = page
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
  const words = (of: string) => of.split(/[\s|`#]+/).filter(word => word !== "" && !/^-+$/.test(word));
  expect(words(text)).toEqual(words(sheet));
});
