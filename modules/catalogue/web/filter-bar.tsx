import { Search, SlidersHorizontal } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Form, Link, useNavigate } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCount } from "#kit/i18n/numbers.ts";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { CatalogueFacets, GameKind } from "../shared/contract.ts";
import { sorts } from "../shared/facts.ts";
import { type Filters, searchWith } from "./filters.ts";

interface FilterBarProps {
  readonly kind: GameKind;
  readonly filters: Filters;
  readonly facets: CatalogueFacets;
  readonly favourites: number;
  readonly showsFavourites: boolean;
  onFavourites(shown: boolean): void;
}

const typingMs = 250;

/** Search, filters, and chips with how many games each leaves. Without a script it is a form. */
export function FilterBar(props: FilterBarProps) {
  const { filters } = props;
  const [open, setOpen] = useState(false);
  const { t } = useTranslation("catalogue");
  return (
    <>
      <Form className="cat-search" role="search" replace preventScrollReset>
        <SearchField filters={filters} />
        <Button
          className="cat-toggle"
          aria-expanded={open}
          aria-label={t("filters")}
          onClick={() => setOpen(before => !before)}
        >
          <Icon of={SlidersHorizontal} />
        </Button>
        <Selects {...props} open={open} />
      </Form>
      <Chips {...props} />
    </>
  );
}

/** Looks as one types; what is typed stays while the list comes. */
function SearchField({ filters }: { filters: Filters }) {
  const { t } = useTranslation("catalogue");
  const navigate = useNavigate();
  const [text, setText] = useState(filters.search);
  const latest = useRef(filters);
  latest.current = filters;
  useEffect(() => {
    if (text === latest.current.search) return;
    const timer = setTimeout(() => {
      void navigate(searchWith(latest.current, { search: text.trim() === "" ? "" : text }), {
        replace: true,
        preventScrollReset: true,
      });
    }, typingMs);
    return () => clearTimeout(timer);
  }, [text, navigate]);
  return (
    <label className="input-box grow">
      <Icon of={Search} size={17} />
      <input
        type="search"
        name="search"
        maxLength={80}
        autoComplete="off"
        aria-label={t("search")}
        placeholder={t("search")}
        value={text}
        onChange={event => setText(event.target.value)}
      />
    </label>
  );
}

function Selects({ kind, filters, facets, open }: FilterBarProps & { open: boolean }) {
  const { t } = useTranslation("catalogue");
  const navigate = useNavigate();
  const tagName = (tag: string) => t.find(`tags.${tag}`) ?? tag.replaceAll("-", " ");
  const choices = [
    ["provider", t("all_providers"), facets.providers.map(({ id, title }) => [id, title])],
    [
      "volatility",
      t("volatility"),
      facets.volatilities.map(({ value }) => [value, t.in("volatilities", value)]).sort(),
    ],
    ["tag", t("mechanic"), facets.tags.slice(0, 30).map(({ value }) => [value, tagName(value)])],
    ["sort", t("sorts.label"), sorts.map(sort => [sort, t(`sorts.${sort}`)])],
  ] as const;
  const shown = kind === "slots" ? choices : choices.filter(([name]) => name === "provider" || name === "sort");
  const go = (search: string) => void navigate(search, { replace: true, preventScrollReset: true });
  return (
    <div className={open ? "cat-selects open" : "cat-selects"}>
      {shown.map(([name, label, options]) => (
        <select
          key={name}
          name={name}
          className="input-box"
          aria-label={label}
          value={filters[name]}
          onChange={event => go(searchWith(filters, { [name]: event.target.value }))}
        >
          <option value="">{label}</option>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      ))}
      {kind === "slots" && (
        <Button
          aria-pressed={filters.rtp_min !== ""}
          className="cat-rtp"
          onClick={() => go(searchWith(filters, { rtp_min: filters.rtp_min === "" ? "96" : "" }))}
        >
          {t("rtp_from")}
        </Button>
      )}
      <noscript>
        <button type="submit" className="btn secondary">
          {t("find")}
        </button>
      </noscript>
    </div>
  );
}

function Chips({ filters, facets, favourites, showsFavourites, onFavourites }: FilterBarProps) {
  const { t } = useTranslation("catalogue");
  const language = languageOf(useLocale());
  const bare = !showsFavourites;
  const chips = [
    {
      key: "all",
      text: t("all"),
      count: facets.total,
      to: { category: "", new: "" },
      on: filters.category + filters.new === "",
    },
    { key: "new", text: t("new"), count: facets.new, to: { category: "", new: "1" }, on: filters.new !== "" },
    ...facets.categories.map(({ value, count }) => ({
      key: value,
      text: t.in("categories", value),
      count,
      to: { category: value, new: "" },
      on: filters.category === value,
    })),
  ].filter(({ key, count }) => key === "all" || count > 0);
  return (
    <nav className="chips cat-chips" aria-label={t("category")}>
      {chips.map(({ key, text, count, to, on }) => (
        <Link
          key={key}
          className={on && bare ? "chip on" : "chip"}
          aria-current={on && bare ? "true" : undefined}
          to={searchWith(filters, to)}
          replace
          preventScrollReset
          onClick={() => onFavourites(false)}
        >
          {text} <span className="num">{showCount(count, language)}</span>
        </Link>
      ))}
      {(favourites > 0 || showsFavourites) && (
        <button
          type="button"
          className="chip"
          aria-pressed={showsFavourites}
          onClick={() => onFavourites(!showsFavourites)}
        >
          {t("favourites")} <span className="num">{showCount(favourites, language)}</span>
        </button>
      )}
    </nav>
  );
}
