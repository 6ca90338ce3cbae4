import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Node, parseSync, Visitor } from "oxc-parser";

const root = join(import.meta.dirname, "../..");

export interface TaggedTest {
  /** From the root of the project. */
  readonly file: string;
  readonly title: string;
  readonly tags: readonly string[];
}

/** Every test with a tag of a known failure, by file and in the order of the file. */
export function readTaggedTests(): readonly TaggedTest[] {
  return globSync("{kit,modules,apps,assurance,e2e}/**/{*.test.ts,*-suite.ts}", { cwd: root })
    .sort()
    .flatMap(file => {
      const text = readFileSync(join(root, file), "utf8");
      return text.includes('"known-failure/') ? taggedIn(file, text) : [];
    });
}

/** The tests of one file that have tags: `test("title", { tags: ["a"] }, ...)`. */
export function taggedIn(file: string, text: string): readonly TaggedTest[] {
  const found: TaggedTest[] = [];
  new Visitor({
    CallExpression({ arguments: [title, options] }) {
      if (title?.type !== "Literal" || typeof title.value !== "string") return;
      const tags = options ? tagsIn(options) : [];
      if (tags.length > 0) found.push({ file, title: title.value, tags });
    },
  }).visit(parseSync(file, text).program);
  return found;
}

function tagsIn(options: Node): readonly string[] {
  if (options.type !== "ObjectExpression") return [];
  return options.properties.flatMap(property => {
    if (property.type !== "Property" || property.key.type !== "Identifier" || property.key.name !== "tags") return [];
    if (property.value.type !== "ArrayExpression") return [];
    return property.value.elements.flatMap(each =>
      each?.type === "Literal" && typeof each.value === "string" ? [each.value] : [],
    );
  });
}
