import { useMemo, useState } from "react";
import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { placeNodes } from "../shared/place-nodes.ts";
import { reviewFrom } from "../shared/signals.ts";
import type { RiskLink } from "./contract.ts";

interface GraphNode {
  readonly id: string;
  readonly name: string;
  /** Undefined where it was not loaded. */
  readonly score?: number;
  /** The account that the page is about. */
  readonly isOwn?: boolean;
}

interface LinksGraphProps {
  readonly title: string;
  readonly nodes: readonly GraphNode[];
  readonly links: readonly RiskLink[];
}

/** With more accounts names would overlap: only the account under the pointer and its neighbors show theirs. */
const mostNames = 24;

/**
 * Linked accounts as a graph, above the table that has the same links in words. Accounts are links, reached by the keyboard in order; the one
 * under the pointer or in focus shows what it is linked to. The lines are hidden from screen readers: each account says how many it has.
 */
export function LinksGraph({ title, nodes, links }: LinksGraphProps) {
  const { t } = useTranslation("office");
  const [at, setAt] = useState<string>();
  const places = useMemo(
    () =>
      placeNodes(
        nodes.map(({ id }) => id),
        links.map(({ from, to, weight }) => ({ from: from.id, to: to.id, weight })),
      ),
    [nodes, links],
  );
  if (nodes.length < 2 || links.length === 0) return null;
  const isOf = ({ from, to }: RiskLink, id: string | undefined) => from.id === id || to.id === id;
  const isNear = (id: string) => id === at || links.some(link => isOf(link, id) && isOf(link, at));
  const heightPx = Math.min(420, 80 + 24 * nodes.length);
  const percentOf = (part: number | undefined) => `${6 + 88 * (part ?? 0.5)}%`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be for fields.
    <div
      className={nodes.length > mostNames ? "graph dense" : "graph"}
      role="group"
      aria-label={title}
      style={{ blockSize: heightPx }}
    >
      <svg aria-hidden="true">
        {links.map(link => {
          const [from, to] = [places.get(link.from.id), places.get(link.to.id)];
          return (
            <line
              key={`${link.from.id}:${link.to.id}`}
              className={at !== undefined && !isOf(link, at) ? "off" : ""}
              x1={percentOf(from?.x)}
              y1={percentOf(from?.y)}
              x2={percentOf(to?.x)}
              y2={percentOf(to?.y)}
              strokeWidth={1 + (3 * Math.max(0, link.weight - 600)) / 400}
            />
          );
        })}
      </svg>
      {nodes.map(({ id, name, score, isOwn }) => {
        const tone = score === undefined ? "" : score >= reviewFrom ? "bad" : score > 0 ? "wait" : "good";
        const label = [
          name,
          t("risk.graph_links", { count: links.filter(link => isOf(link, id)).length }),
          ...(score === undefined ? [] : [`${t("risk.score")} ${score}`]),
        ].join(", ");
        const states = [tone, isOwn && "own", at !== undefined && (isNear(id) ? "near" : "off")];
        return (
          <Link
            key={id}
            to={`/risk/${id}`}
            className={["node", ...states].filter(Boolean).join(" ")}
            style={{ insetInlineStart: percentOf(places.get(id)?.x), insetBlockStart: percentOf(places.get(id)?.y) }}
            aria-label={label}
            aria-current={isOwn ? "page" : undefined}
            title={label}
            onFocus={() => setAt(id)}
            onBlur={() => setAt(undefined)}
            onMouseEnter={() => setAt(id)}
            onMouseLeave={() => setAt(undefined)}
          >
            <i />
            <span>{name}</span>
          </Link>
        );
      })}
    </div>
  );
}
