import { type ReactNode, useEffect, useRef } from "react";
import { useNavigationType } from "react-router";
import { Button } from "#kit/ui/button.tsx";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { usePages } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { type Catalogue, type CatalogueGame, type GameKind, listCatalogue } from "../shared/contract.ts";
import { type Filters, queryOf } from "./filters.ts";

interface EndlessListProps {
  readonly kind: GameKind;
  readonly filters: Filters;
  readonly first: Catalogue;
  children(game: CatalogueGame): ReactNode;
}

/** A list that loads more when its end comes into view; the button does the same by hand, and after a failure. */
export function EndlessList({ kind, filters, first, children }: EndlessListProps) {
  const { t } = useTranslation("catalogue");
  const { notifyError } = useErrorTexts("catalogue");
  // After going back, the pages loaded before are shown, so that the scroll position can be restored.
  const isBack = useNavigationType() === "POP";
  const { pages, error, isFetching, more } = usePages(
    listCatalogue,
    cursor => ({ params: { kind }, query: { ...queryOf(filters), ...(cursor !== undefined && { cursor }) } }),
    { first: first, fresh: !isBack },
  );
  useEffect(() => {
    if (error) notifyError(error);
  }, [error, notifyError]);
  const games = new Map(pages?.flatMap(({ items }) => items).map(game => [game.id, game]));
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(more);
  latest.current = more;
  const mayLoad = more !== null && !isFetching && error === null;
  useEffect(() => {
    if (!end.current || !mayLoad) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) latest.current?.();
      },
      { rootMargin: "600px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [mayLoad]);
  return (
    <>
      <ul className={kind === "slots" ? "cat-tiles" : "cat-tiles tables"} aria-busy={isFetching}>
        {[...games.values()].map(children)}
      </ul>
      <div ref={end} />
      {more && (
        <Button className="cat-more" busy={isFetching} onClick={more}>
          {t(error ? "again" : "more")}
        </Button>
      )}
    </>
  );
}
