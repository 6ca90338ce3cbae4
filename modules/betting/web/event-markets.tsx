import { Search, X } from "lucide-react";
import { useMemo, useState } from "react";
import { arrowKeys } from "#kit/ui/arrow-keys.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { MarketView } from "#modules/odds/shared/contract.ts";
import { marketGroups } from "#modules/odds/shared/market-kinds.ts";
import { type MarketSides, type MarketTexts, marketName, outcomeName } from "#modules/odds/shared/market-names.ts";
import { parseSpec, quartersOf } from "#modules/odds/shared/spec.ts";
import { grouped } from "#modules/odds/web/grouped.ts";
import { MarketCard } from "#modules/odds/web/market-card.tsx";
import type { EventNow } from "#modules/odds/web/use-live-events.ts";
import { pinnedMarkets, shownMarkets } from "./pinned-markets.ts";

/** The markets of an event: by group, or those that a search finds. */
export function EventMarkets({ event }: { event: EventNow }) {
  const { t } = useTranslation("odds");
  const [group, setGroup] = useState<string>("main");
  const { sport, names, home, away, feed } = event;
  const sides = useSides(sport, home?.name ?? "", away?.name ?? "", names);
  const shortSides = useSides(sport, home?.short ?? "", away?.short ?? "", names, true);
  const groups = marketGroups.filter(each => event.all.some(market => market.group === each));
  const shown = groups.includes(group as never) ? group : (groups[0] ?? "main");
  const pinned = pinnedMarkets.use();
  /** What is typed into the search for a market; null while the search is closed. */
  const [search, setSearch] = useState<string | null>(null);
  const needle = search?.trim().toLocaleLowerCase() ?? "";
  const texts: MarketTexts = (key, values) => t.find(`odds:${key}`, values) ?? key;
  const hasNeedle = (market: MarketView) =>
    [marketName(texts, sides, market), ...market.outcomes.map(({ id }) => outcomeName(texts, sides, market, id))].some(
      name => name.toLocaleLowerCase().includes(needle),
    );
  const isFirst = shown === groups[0];
  const inGroup = useMemo(
    () => cardsOf(shownMarkets(event.all, shown, isFirst, pinned)),
    [event.all, shown, isFirst, pinned],
  );
  const cards = needle === "" ? inGroup : cardsOf(event.all.filter(hasNeedle));
  if (groups.length === 0)
    return (
      <div className="empty" role="status">
        <p>{t(emptyText(event))}</p>
      </div>
    );
  return (
    <>
      <div className="bet-groups-row">
        <div className="underline-tabs bet-groups" role="tablist" aria-label={t("page.markets")} onKeyDown={arrowKeys}>
          {groups.map(each => (
            <button key={each} type="button" role="tab" aria-selected={each === shown} onClick={() => setGroup(each)}>
              {t.in("groups", each)}{" "}
              <small className="num">{event.all.filter(market => market.group === each).length}</small>
            </button>
          ))}
        </div>
        <button
          type="button"
          className="iconbtn"
          aria-expanded={search !== null}
          aria-label={t("page.find_market")}
          onClick={() => setSearch(search === null ? "" : null)}
        >
          <Icon of={search === null ? Search : X} size={18} />
        </button>
      </div>
      {search !== null && (
        <input
          className="input-box"
          type="search"
          // biome-ignore lint/a11y/noAutofocus: opened by the button before it
          autoFocus
          maxLength={40}
          aria-label={t("page.find_market")}
          placeholder={t("page.find_market_hint")}
          value={search}
          onChange={change => setSearch(change.target.value)}
        />
      )}
      {cards.length === 0 && (
        <p className="empty" role="status">
          {t("page.none_market", { q: search?.trim() ?? "" })}
        </p>
      )}
      <div className="bet-markets" role="tabpanel" aria-label={t.in("groups", shown)}>
        {cards.map(lines => (
          <MarketCard
            key={keyOf(lines[0])}
            event={event.id}
            lines={lines}
            sides={sides}
            shortSides={shortSides}
            feed={feed}
            isPinned={pinned.includes(lines[0]?.kind ?? "")}
            onPin={pinnedMarkets.toggle}
          />
        ))}
      </div>
    </>
  );
}

function useSides(sport: string, home: string, away: string, names: EventNow["names"], isShort = false): MarketSides {
  return useMemo(
    () => ({ sport, home, away, isShort, entrant: id => names[id] ?? id }),
    [sport, home, away, names, isShort],
  );
}

function emptyText({ status, outright }: EventNow) {
  if (outright) return status === "ended" ? "page.outright_over" : "page.outright_closed";
  return status === "ended" ? "page.event_over" : "page.no_markets";
}

/** Lines of one kind that differ only in total or handicap share a card. */
function keyOf(market: MarketView | undefined): string {
  if (!market) return "";
  const rest = market.spec.split("|").filter(part => !/^(total|hcp)=/.test(part));
  return `${market.kind}?${rest.join("|")}`;
}

function cardsOf(markets: readonly MarketView[]): readonly (readonly MarketView[])[] {
  const lineOf = ({ spec }: MarketView) => {
    const values = parseSpec(spec);
    return quartersOf(values?.total ?? values?.hcp) ?? 0;
  };
  return grouped(markets, keyOf).map(lines => lines.toSorted((a, b) => lineOf(a) - lineOf(b)));
}
