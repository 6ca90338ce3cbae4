import { expect, test } from "vitest";
import { BadXml, childOf, parseXml } from "./parse-xml.ts";

test("elements and attributes are read, with the five entities and numeric references", () => {
  const root = parseXml(
    '<?xml version="1.0" encoding="UTF-8"?>\n<a b="&lt;&amp;&#65;"><!-- no --><c d=\'1\'/>text</a>',
  );
  expect(root).toMatchObject({ name: "a", attributes: { b: "<&A" } });
  expect(childOf(root, "c")?.attributes.d).toBe("1");
});

const nested = (levels: number) => "<a>".repeat(levels) + "</a>".repeat(levels);

test.each([
  ["an empty document", ""],
  ["a text", "hello"],
  ["an element that is not closed", "<a><b></a>"],
  ["two roots", "<a/><b/>"],
  ["an attribute twice", '<a b="1" b="2"/>'],
  ["an attribute without quotes", "<a b=1/>"],
  ["an unknown entity", '<a b="&company;"/>'],
  ["a DOCTYPE", "<!DOCTYPE a><a/>"],
  ["an entity of its own", '<!DOCTYPE a [<!ENTITY x "y">]><a b="&x;"/>'],
  ["entities that multiply", '<!DOCTYPE a [<!ENTITY x "xx"><!ENTITY y "&x;&x;&x;&x;">]><a>&y;</a>'],
  ["an entity from a file", '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
  ["a NUL", '<a b="\u0000"/>'],
  ["33 levels", nested(33)],
  ["ten thousand nested elements", nested(10_000)],
  ["ten thousand elements that are opened only", "<a>".repeat(10_000)],
  ["five megabytes", `<a b="${"x".repeat(5 * 1024 * 1024)}"/>`],
])("%s is refused", (_what, text) => {
  expect(() => parseXml(text)).toThrow(BadXml);
});

test("32 levels, and ten thousand elements beside each other, are read", () => {
  expect(parseXml(nested(32)).name).toBe("a");
  expect(parseXml(`<a>${"<b/>".repeat(10_000)}</a>`).children.length).toBe(10_000);
});
