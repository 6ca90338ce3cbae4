import { data, Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { showDecimal } from "#kit/i18n/numbers.ts";
import { requestContext } from "#kit/web/context.ts";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { Factor } from "#modules/odds/shared/factor.ts";
import { type Sport, sports } from "#modules/odds/shared/facts.ts";
import { exampleFacts, exampleLines } from "#modules/odds/shared/market-examples.ts";
import { kindsOfSport, scopeOfKind, shapeOfKind } from "#modules/odds/shared/market-guide.ts";
import { type MarketKind, marketGroups } from "#modules/odds/shared/market-kinds.ts";
import { type MarketSides, type MarketTexts, marketName, outcomeName } from "#modules/odds/shared/market-names.ts";
import { SportNav } from "#modules/odds/web/sport-nav.tsx";
import { BookTabs } from "../book-tabs.tsx";
import { type Overview, readOverview } from "../sportsbook-data.ts";
import "#modules/odds/web/betting.css";
import "./rules.css";

export const shouldRevalidate = () => false;

export const handle = { texts: ["odds", "betting", "rules"] };

interface Found {
  readonly sport: Sport;
  readonly overview: Overview | null;
}

export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<Found> {
  const sport = sports.find(each => each === params.sport);
  if (!sport) throw data({ path: new URL(request.url).pathname }, 404);
  return { sport, overview: await readOverview(context.get(requestContext)) };
}

/** The markets of a sport: what each counts, and what its outcomes return after one example, by the code that settles bets. */
export default function SportRulesPage() {
  const { t } = useTranslation("rules", "odds");
  const { sport, overview } = useLoaderData<typeof loader>();
  const href = useHref();
  const name = t(`odds:sports.${sport}`);
  const title = t("of_sport", { sport: name });
  const kinds = kindsOfSport(sport);
  const groups = marketGroups.filter(group => kinds.some(each => each.group === group));
  return (
    <div className="bet-page">
      <PageHead title={title} description={t("of_sport_lead", { sport: name })} />
      <SportNav sports={overview?.sports ?? []} sport={sport} />
      <div className="bet-main rules">
        <nav className="bet-crumbs sm" aria-label={t("odds:page.path")}>
          <Link to={href("/betting")}>{t("odds:page.title")}</Link>
          <Link to={href("/betting/rules")}>{t("title")}</Link>
        </nav>
        <h1 className="display bet-title">{title}</h1>
        <BookTabs sport={sport} />
        <p className="muted">{t("of_sport_lead", { sport: name })}</p>
        <p className="card rules-example">{exampleText(t as never, sport)}</p>
        {groups.map(group => (
          <section key={group} aria-labelledby={`group-${group}`}>
            <h2 id={`group-${group}`}>{t(`odds:groups.${group}`)}</h2>
            <div className="rules-kinds">
              {kinds
                .filter(each => each.group === group)
                .map(kind => (
                  <KindRules key={kind.id} kind={kind} sport={sport} />
                ))}
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}

function exampleText(t: (key: string, values: object) => string, sport: Sport): string {
  const { score } = exampleFacts(sport);
  const parts = score.periods.map(pair => pair.join(":")).join(", ");
  const counts = score.corners
    ? ` ${t("counts", { corners: score.corners.join(":"), yellow: score.yellow_cards?.join(":"), red: score.red_cards?.join(":") })}`
    : "";
  return `${t("example", { score: score.total.join(":"), parts })}${counts}`;
}

function KindRules({ kind, sport }: { readonly kind: MarketKind; readonly sport: Sport }) {
  const { t } = useTranslation("rules", "odds");
  const odds = useTranslation("odds").t;
  const language = languageOf(useLocale());
  const texts: MarketTexts = (key, values) => odds.find(key, values) ?? key;
  const sides = sidesOf(t as never, sport, kind);
  const lines = exampleLines(kind, sport);
  const named = { kind: kind.id, spec: lines[0]?.spec ?? "" };
  return (
    <article className="card rules-kind" id={kind.id}>
      <h3>{marketName(texts, sides, named)}</h3>
      <p>{t(`shapes.${shapeOfKind(kind)}`)}</p>
      <p className="muted sm">{t(`scopes.${scopeOfKind(kind, sport)}`)}</p>
      <ul className="rules-results">
        {lines.flatMap(({ spec, outcomes }) =>
          outcomes.map(({ id, factor }) => (
            <li key={`${spec} ${id}`} className="row spread">
              <span>{outcomeName(texts, sides, { kind: kind.id, spec }, id, text => showDecimal(text, language))}</span>
              <b className={factor.result === 1 ? "brass" : "muted"}>{t(`results.${resultOf(factor)}`)}</b>
            </li>
          )),
        )}
      </ul>
    </article>
  );
}

/** Only teams play at home: players and e-sports teams have numbers. */
function sidesOf(t: (key: string, values?: object) => string, sport: Sport, kind: MarketKind): MarketSides {
  const named = sport === "tennis" ? "contestant" : kind.outcomes === "players" ? "player" : "entrant";
  const entrant = (id: string) => t(named, { id });
  const isNumbered = sport === "tennis" || sport === "cs2" || sport === "dota2";
  const [home, away] = isNumbered ? [entrant("1"), entrant("2")] : [t("home"), t("away")];
  return { sport, home, away, entrant };
}

function resultOf({ result, voidFactor, deadHeat: [places, tied] }: Factor) {
  if (voidFactor === 1) return "void";
  if (voidFactor === 0.5) return result === 1 ? "half_won" : "half_lost";
  if (result === 0) return "lost";
  return places < tied ? "tied" : "won";
}
