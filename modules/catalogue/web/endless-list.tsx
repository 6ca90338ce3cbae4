import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { Button } from "#kit/ui/button.tsx";
import { useClient } from "#kit/web/client.ts";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { Catalogue, CatalogueGame, GameKind } from "../shared/contract.ts";
import { type Filters, queryOf } from "./filters.ts";

interface Part {
  readonly games: readonly CatalogueGame[];
  readonly cursor: string | null;
}

/** What was loaded of each list, by its address: going back shows as much as there was, so that the position can be kept. */
const loaded = new Map<string, Part>();
const mostLists = 10;

interface EndlessListProps {
  readonly kind: GameKind;
  readonly filters: Filters;
  readonly first: Pick<Catalogue, "items" | "next_cursor">;
  children(game: CatalogueGame): ReactNode;
}

/** A list that goes on as its end comes into view; the button does the same by hand, and after a failure. */
export function EndlessList({ kind, filters, first, children }: EndlessListProps) {
  const { t } = useTranslation("catalogue");
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const isBack = useNavigationType() === "POP";
  const [part, setPart] = useState<Part>(
    () => (isBack && loaded.get(address)) || { games: first.items, cursor: first.next_cursor },
  );
  const { busy, failed, more } = useMore(kind, filters, part, setPart);
  useEffect(() => {
    loaded.delete(address);
    loaded.set(address, part);
    for (const oldest of loaded.keys()) if (loaded.size > mostLists) loaded.delete(oldest);
  }, [address, part]);
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(more);
  latest.current = more;
  const mayLoad = part.cursor !== null && !busy && !failed;
  useEffect(() => {
    if (!end.current || !mayLoad) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void latest.current();
      },
      { rootMargin: "600px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [mayLoad]);
  return (
    <>
      <ul className={kind === "slots" ? "cat-tiles" : "cat-tiles tables"} aria-busy={busy}>
        {part.games.map(children)}
      </ul>
      <div ref={end} />
      {part.cursor !== null && (
        <Button className="cat-more" busy={busy} onClick={() => void more()}>
          {t(failed ? "again" : "more")}
        </Button>
      )}
    </>
  );
}

function useMore(kind: GameKind, filters: Filters, { games, cursor }: Part, show: (part: Part) => void) {
  const { api } = useClient();
  const { notifyError } = useErrorTexts("catalogue");
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const more = async () => {
    if (busy || cursor === null) return;
    setBusy(true);
    setFailed(false);
    try {
      const { listCatalogue } = await import("../shared/contract.ts");
      const { data } = await api.call(listCatalogue, { params: { kind }, query: { ...queryOf(filters), cursor } });
      const known = new Set(games.map(({ id }) => id));
      show({ games: [...games, ...data.items.filter(({ id }) => !known.has(id))], cursor: data.next_cursor });
    } catch (error) {
      setFailed(true);
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, failed, more };
}
