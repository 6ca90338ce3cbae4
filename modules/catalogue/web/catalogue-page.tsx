import { Search } from "lucide-react";
import { useState } from "react";
import { Form, Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { showPercent } from "#kit/i18n/numbers.ts";
import { Button, buttonClass } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { useClient } from "#kit/web/client.ts";
import { requestContext } from "#kit/web/context.ts";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { Catalogue, CatalogueGame, GameKind } from "../shared/contract.ts";
import { kindOf } from "./kind.ts";
import "./catalogue.css";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

export const handle = { texts: ["catalogue"] };

interface Found extends Catalogue {
  readonly kind: GameKind;
  readonly search: string;
  readonly provider: string;
}

/** The first page of the list, by the URL's parameters: it works without a script, and can be shared. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<Found> {
  const url = new URL(request.url);
  const kind = kindOf(url.pathname);
  const search = (url.searchParams.get("search") ?? "").slice(0, 80);
  const provider = (url.searchParams.get("provider") ?? "").slice(0, 40);
  const { status, body } = await context.get(requestContext).get(pathOf(kind, { search, provider }));
  const nothing: Catalogue = { items: [], providers: [], next_cursor: null };
  return { kind, search, provider, ...(status === 200 ? (body as { data: Catalogue }).data : nothing) };
}

function pathOf(kind: GameKind, filter: { readonly search: string; readonly provider: string }): string {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ""));
  return `/api/v1/catalogue/${kind}${query.size > 0 ? `?${query}` : ""}`;
}

/** All slots, or all live tables, searchable by name and provider. An empty list says so. */
export default function CataloguePage() {
  const { t } = useTranslation("catalogue");
  const found = useLoaderData<typeof loader>();
  const { kind, search, provider } = found;
  const isAsked = search !== "" || provider !== "";
  const title = t(`${kind}.title`);
  return (
    <div className={`col gap-4 ${kind === "slots" ? "g-slots" : "g-live"}`}>
      <PageHead title={title} description={t(`${kind}.lead`)} noIndex={found.providers.length === 0 || isAsked} />
      <div className="section-head">
        <h1 className="display">{title}</h1>
      </div>
      {found.providers.length > 0 && <CatalogueSearch key={`${search} ${provider}`} {...found} />}
      {found.items.length > 0 ? (
        <Games key={`${kind} ${search} ${provider}`} first={found} />
      ) : (
        <Nothing kind={kind} isAsked={isAsked} />
      )}
    </div>
  );
}

function Nothing({ kind, isAsked }: { kind: GameKind; isAsked: boolean }) {
  const { t } = useTranslation("catalogue");
  const href = useHref();
  return (
    <div className="empty">
      <Seal of={`/games/${kind}`} size={150} points={220} />
      <p>{t(isAsked ? "nothing_found" : `${kind}.none`)}</p>
      <Link className={buttonClass({ variant: "secondary" })} to={href(isAsked ? `/games/${kind}` : "/games")}>
        {t(isAsked ? "show_all" : "house_games")}
      </Link>
    </div>
  );
}

function CatalogueSearch({ search, provider, providers }: Found) {
  const { t } = useTranslation("catalogue");
  return (
    <Form className="cat-search" role="search">
      <label className="input-box grow">
        <Icon of={Search} size={17} />
        <input type="search" name="search" aria-label={t("search")} placeholder={t("search")} defaultValue={search} />
      </label>
      <select className="input-box" name="provider" aria-label={t("company")} defaultValue={provider}>
        <option value="">{t("all_companies")}</option>
        {providers.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
      <Button type="submit" variant="secondary">
        {t("find")}
      </Button>
    </Form>
  );
}

function Games({ first }: { first: Found }) {
  const { t } = useTranslation("catalogue");
  const { api } = useClient();
  const { notifyError } = useErrorTexts("catalogue");
  const [games, setGames] = useState(first.items);
  const [cursor, setCursor] = useState(first.next_cursor);
  const [busy, setBusy] = useState(false);
  const more = async (after: string) => {
    setBusy(true);
    try {
      const { listCatalogue } = await import("../shared/contract.ts");
      const { kind, search, provider } = first;
      const query = { cursor: after, ...(search && { search }), ...(provider && { provider }) };
      const { data } = await api.call(listCatalogue, { params: { kind }, query });
      setGames(shown => [...shown, ...data.items]);
      setCursor(data.next_cursor);
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <ul className="cat-tiles">
        {games.map(game => (
          <Tile key={game.id} game={game} />
        ))}
      </ul>
      {cursor !== null && (
        <Button className="cat-more" busy={busy} onClick={() => void more(cursor)}>
          {t("more")}
        </Button>
      )}
    </>
  );
}

/** A game's tile: text only, because we have no right to other art. */
function Tile({ game }: { game: CatalogueGame }) {
  const href = useHref();
  const language = languageOf(useLocale());
  return (
    <li>
      <Link className="cat-tile" to={href(`/games/${game.kind}/${game.slug}/${game.has_demo ? "demo" : "play"}`)}>
        <Seal of={`${game.kind} ${game.slug}`} size={150} points={220} />
        <b className="display" lang="">
          {game.title}
        </b>
      </Link>
      <span className="row spread sm muted">
        <span className="cut">{game.provider.title}</span>
        {game.rtp !== null && <span className="num">{showPercent(game.rtp, language)}</span>}
      </span>
    </li>
  );
}
