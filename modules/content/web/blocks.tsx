import { Link } from "react-router";
import { useHref } from "#kit/web/lang.ts";
import type { Article } from "../shared/documents.ts";
import type { Block, Inline } from "../shared/markdown.ts";

/** A whole document: its title, what comes first, and its sections. */
export function ArticleText({ of: { title, blocks, sections } }: { readonly of: Article }) {
  return (
    <>
      <h1>{title}</h1>
      <Blocks of={blocks} />
      {sections.map(section => (
        <section key={section.title}>
          <h2>{section.title}</h2>
          <Blocks of={section.blocks} />
        </section>
      ))}
    </>
  );
}

/** Text of a document as elements. Keys are positions: a version never changes. */
export function Blocks({ of }: { readonly of: readonly Block[] }) {
  return of.map((block, index) => {
    const key = `${block.kind} ${index}`;
    if (block.kind === "paragraph")
      return (
        <p key={key}>
          <Line of={block.parts} />
        </p>
      );
    return (
      <ul key={key}>
        {block.items.map(parts => (
          <li key={parts.map(({ text }) => text).join("")}>
            <Line of={parts} />
          </li>
        ))}
      </ul>
    );
  });
}

function Line({ of }: { readonly of: readonly Inline[] }) {
  const href = useHref();
  return of.map((part, index) => {
    const key = `${part.kind} ${index}`;
    if (part.kind === "strong") return <strong key={key}>{part.text}</strong>;
    if (part.kind === "text") return part.text;
    if (part.to.startsWith("/"))
      return (
        <Link key={key} to={href(part.to)}>
          {part.text}
        </Link>
      );
    return (
      <a key={key} href={part.to} target="_blank" rel="noreferrer">
        {part.text}
      </a>
    );
  });
}
