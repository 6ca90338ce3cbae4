import { Info, Pin } from "lucide-react";
import { memo } from "react";
import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { showDecimal, showPercent } from "#kit/i18n/numbers.ts";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { FeedView, MarketView } from "../shared/contract.ts";
import { type MarketSides, type MarketTexts, marketName, outcomeName } from "../shared/market-names.ts";
import { isShut } from "./is-shut.ts";
import { Price } from "./price.tsx";

interface MarketCardProps {
  /** Id. */
  readonly event: string;
  /** Lines of one kind, in order. */
  readonly lines: readonly MarketView[];
  readonly sides: MarketSides;
  /** With the short names of both sides: three outcomes beside each other, and handicaps, have no room for long ones. */
  readonly shortSides: MarketSides;
  readonly feed: readonly FeedView[];
  readonly isPinned: boolean;
  /** Pins its kind, or unpins it. The same function at each render. */
  onPin(kind: string): void;
}

/** A market with its lines below each other, and what we earn on it. A message of the feed changes few of a hundred: the others stay. */
export const MarketCard = memo(function MarketCard({
  event,
  lines,
  sides,
  shortSides,
  feed,
  isPinned,
  onPin,
}: MarketCardProps) {
  const { t } = useTranslation("odds");
  const href = useHref();
  const language = languageOf(useLocale());
  const decimal = (text: string) => showDecimal(text, language);
  // Kinds of markets are data: one without a text is shown by its key.
  const texts: MarketTexts = (key, values) => t.find(key, values) ?? key;
  const [first] = lines;
  if (!first) return null;
  const margins = lines.flatMap(({ margin }) => (margin === null ? [] : [Number(margin)]));
  const margin = margins.length > 0 ? Math.max(...margins).toFixed(1) : null;
  const areAllShut = lines.every(line => isShut(line, feed));
  return (
    <section className="bet-market card">
      <h3>
        <span className="ellipsis">{marketName(texts, sides, first)}</span>
        <Link
          className="bet-how"
          to={`${href(`/betting/rules/${sides.sport}`)}#${first.kind}`}
          aria-label={t("page.how", { market: marketName(texts, sides, first) })}
        >
          <Info size={15} aria-hidden="true" />
        </Link>
        {areAllShut && <span className="tag warn">{t("page.suspended")}</span>}
        {margin !== null && (
          <small className="faint num">{t("page.margin", { margin: showPercent(margin, language) })}</small>
        )}
        <button
          type="button"
          className="bet-pin"
          aria-pressed={isPinned}
          aria-label={t("page.pin", { market: marketName(texts, sides, first) })}
          onClick={() => onPin(first.kind)}
        >
          <Pin size={15} aria-hidden="true" />
        </button>
      </h3>
      {lines.map(line => (
        <div key={line.spec} className={layoutOf(line)}>
          {line.outcomes.map(({ id, price }) => (
            <Price
              key={id}
              of={{ event, market: line.kind, spec: line.spec, outcome: id }}
              label={outcomeName(texts, isTight(line) ? shortSides : sides, line, id, decimal)}
              fullLabel={outcomeName(texts, sides, line, id, decimal)}
              price={price}
              isShut={isShut(line, feed)}
            />
          ))}
        </div>
      ))}
    </section>
  );
}, isSameCard);

function isSameCard(a: MarketCardProps, b: MarketCardProps): boolean {
  const hasSameLines = a.lines.length === b.lines.length && a.lines.every((line, at) => line === b.lines[at]);
  if (a.isPinned !== b.isPinned || a.onPin !== b.onPin) return false;
  return (
    hasSameLines && a.event === b.event && a.sides === b.sides && a.shortSides === b.shortSides && a.feed === b.feed
  );
}

/** Three beside each other, or a handicap that a long name would leave no room for. Names that are not of a side are as they are. */
const isTight = ({ group, outcomes, spec }: MarketView) =>
  group !== "outright" && (outcomes.length === 3 || spec.includes("hcp="));

function layoutOf({ group, outcomes }: MarketView): string {
  if (group === "outright") return "bet-outcomes many entrants";
  return outcomes.length > 3 ? "bet-outcomes many" : "bet-outcomes";
}
