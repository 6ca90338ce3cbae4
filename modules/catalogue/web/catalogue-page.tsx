import { lazy, Suspense, useState } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { buttonClass } from "#kit/ui/button.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { requestContext } from "#kit/web/context.ts";
import { useHref } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { Catalogue, CatalogueGame, GameKind } from "../shared/contract.ts";
import { EndlessList } from "./endless-list.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { type Filters, filterNames, filtersOf, isFiltered, queryOf } from "./filters.ts";
import { Tile } from "./game-tile.tsx";
import { kindOf } from "./kind.ts";
import { useLiveTables } from "./live-status.tsx";
import { useFreeSpins } from "./use-free-spins.ts";
import { useOwnShelf } from "./use-own-shelf.ts";
import "./catalogue.css";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

export const handle = { texts: ["catalogue"] };

const DetailsSheet = lazy(() => import("./details-sheet.tsx"));

interface Found {
  readonly kind: GameKind;
  readonly filters: Filters;
  /** Null where the server could not be asked. */
  readonly list: Catalogue | null;
}

/** The first part of the list, by what the address asks for. What it asks for wrongly finds nothing. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<Found> {
  const url = new URL(request.url);
  const kind = kindOf(url.pathname);
  const filters = filtersOf(url.searchParams);
  const query = new URLSearchParams(queryOf(filters) as Record<string, string>);
  const path = `/api/v1/catalogue/${kind}${query.size > 0 ? `?${query}` : ""}`;
  const { status, body } = await context.get(requestContext).get(path);
  const list = status === 200 ? (body as { data: Catalogue }).data : status === 422 ? nothing : null;
  return { kind, filters, list };
}

const noFacets = { total: 0, new: 0, categories: [], providers: [], tags: [], volatilities: [] };
const nothing: Catalogue = { items: [], providers: [], facets: noFacets, next_cursor: null };

/** All slots, or all live tables. */
export default function CataloguePage() {
  const { t } = useTranslation("catalogue");
  const { kind, filters, list } = useLoaderData<typeof loader>();
  const own = useOwnShelf();
  const [showsFavourites, setShowsFavourites] = useState(false);
  const [sheet, setSheet] = useState<CatalogueGame | null>(null);
  const isAsked = isFiltered(filters);
  const title = t(`${kind}.title`);
  const favourites = own.shelf.favourites.filter(game => game.kind === kind);
  const recent = own.shelf.recent.filter(game => game.kind === kind).slice(0, 7);
  const seen = useLiveTables(kind);
  const freeSpins = useFreeSpins(kind);
  const tile = (game: CatalogueGame) => (
    <Tile
      key={game.id}
      game={game}
      isFavourite={own.isFavourite(game)}
      onFavourite={own.toggle}
      onDetails={setSheet}
      seen={seen(game)}
      freeSpins={freeSpins(game)}
    />
  );
  const items = list?.items ?? [];
  return (
    <div className={`col gap-4 cat-page ${kind === "slots" ? "g-slots" : "g-live"}`}>
      <PageHead title={title} description={t(`${kind}.lead`)} noIndex={items.length === 0 || isAsked} />
      <h1 className="display cat-title">{title}</h1>
      {(items.length > 0 || isAsked) && (
        <FilterBar
          kind={kind}
          filters={filters}
          showsFavourites={showsFavourites}
          facets={list?.facets ?? noFacets}
          favourites={favourites.length}
          onFavourites={setShowsFavourites}
        />
      )}
      {showsFavourites ? (
        <ul className={kind === "slots" ? "cat-tiles" : "cat-tiles tables"}>{favourites.map(tile)}</ul>
      ) : list === null ? (
        <Failed />
      ) : items.length > 0 ? (
        <>
          {recent.length > 0 && !isAsked && (
            <section>
              <h2 className="cat-recent">{t("recent")}</h2>
              <ul className={kind === "slots" ? "cat-tiles one-row" : "cat-tiles tables one-row"}>
                {recent.map(tile)}
              </ul>
            </section>
          )}
          <EndlessList
            key={`${kind} ${filterNames.map(name => filters[name]).join(" ")}`}
            kind={kind}
            filters={filters}
            first={list}
          >
            {tile}
          </EndlessList>
        </>
      ) : (
        <Nothing kind={kind} isAsked={isAsked} />
      )}
      {sheet && (
        <Suspense>
          <DetailsSheet
            game={sheet}
            isFavourite={own.isFavourite(sheet)}
            onFavourite={own.toggle}
            onClose={() => setSheet(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

function Failed() {
  const { t } = useTranslation("catalogue");
  return (
    <div className="empty" role="alert">
      <p>{t("failed")}</p>
      <Link className={buttonClass({ variant: "secondary" })} to="" reloadDocument>
        {t("again")}
      </Link>
    </div>
  );
}

function Nothing({ kind, isAsked }: { kind: GameKind; isAsked: boolean }) {
  const { t } = useTranslation("catalogue");
  const href = useHref();
  return (
    <div className="empty" role="status">
      <Seal of={`/games/${kind}`} size={150} points={220} />
      <p>{t(isAsked ? "nothing_found" : `${kind}.none`)}</p>
      <Link className={buttonClass({ variant: "secondary" })} to={href(isAsked ? `/games/${kind}` : "/games")}>
        {t(isAsked ? "show_all" : "house_games")}
      </Link>
    </div>
  );
}
