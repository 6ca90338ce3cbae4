import type { Language } from "#kit/i18n/locale.ts";
import "./case-hues.css";
import { useId } from "react";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { type Prize, prizeValue } from "../shared/rules.ts";
import { caseSigns, itemShapes, rarities, rarityOf } from "./items.ts";

interface PrizeCardProps {
  readonly prize: Prize;
  readonly price: Micros;
  readonly currency: Currency;
  readonly language: Language;
  /** The chance, if shown. */
  readonly odds?: string;
  /** The card on which a strip has stopped. */
  readonly won?: boolean;
}

/** A prize as an engraved card with a coloured foot. Rarities also differ by the number of engraved rings. */
export function PrizeCard({ prize, price, currency, language, odds, won }: PrizeCardProps) {
  const { t } = useTranslation("cases");
  const rarity = rarityOf(prize.multiple);
  return (
    <div className={`prize ${rarity}${won ? " won" : ""}`}>
      <ItemPicture item={prize.item} rings={rarities.indexOf(rarity) + 1} />
      <b>{t(`items.${prize.item}`)}</b>
      <span className="row spread">
        <span className="worth num">{showMoney(prizeValue(prize, price), currency, language, { brief: true })}</span>
        {odds !== undefined && <span className="odds num">{odds}</span>}
      </span>
    </div>
  );
}

const rings = [47, 44, 41, 38, 35];

/** The silhouette, hatched on its right half, in its rings. */
function ItemPicture({ item, rings: count }: { item: string; rings: number }) {
  const shape = itemShapes[item];
  const clip = useId();
  return (
    <svg className="ii" viewBox="0 0 100 100" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="0.7" opacity="0.5" strokeDasharray="2.2 1.4">
        {rings.slice(0, count).map(radius => (
          <circle key={radius} cx="50" cy="50" r={radius} />
        ))}
      </g>
      <g transform="translate(25 25) scale(.5)">
        <clipPath id={clip}>
          <path d={shape} clipRule="evenodd" />
        </clipPath>
        <path d={shape} fill="currentColor" fillRule="evenodd" />
        <path d={hatch} className="hatch" fill="none" strokeWidth="2.4" clipPath={`url(#${clip})`} />
      </g>
    </svg>
  );
}

/** Strokes at 32 degrees over the right half. */
const hatch = Array.from({ length: 17 }, (_, index) => `M52 ${index * 8 - 30}L104 ${index * 8 + 2 - 30 + 30}`).join("");

/** An open case with its drawing. */
export function CaseArt({ slug }: { slug: string }) {
  return (
    <svg
      className={`art g-case case-${slug}`}
      viewBox="0 0 300 360"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <rect width="300" height="360" fill="var(--g-deep)" />
      <g stroke="var(--g-mid)" strokeWidth="9" opacity="0.4">
        {Array.from({ length: 18 }, (_, index) => {
          const angle = (index * 20 * Math.PI) / 180;
          const [x, y] = [(150 + 300 * Math.cos(angle)).toFixed(1), (130 + 300 * Math.sin(angle)).toFixed(1)];
          return <path key={x + y} d={`M150 130L${x} ${y}`} />;
        })}
      </g>
      <circle cx="150" cy="130" r="84" fill="var(--g-deep)" />
      <g fill="none" stroke="var(--g-hi)" strokeWidth="0.9" opacity="0.5" strokeDasharray="3 2">
        {[82, 76, 70].map(radius => (
          <circle key={radius} cx="150" cy="130" r={radius} />
        ))}
      </g>
      <path
        d={itemShapes[caseSigns[slug] ?? ""]}
        transform="translate(104 78) scale(.92)"
        fill="var(--ivory-50)"
        fillRule="evenodd"
      />
      <path d="M60 206l90-34 90 34-90 36z" fill="var(--g-ink)" />
      <path d="M60 206l90 36v84l-90-40z" fill="var(--g-mid)" />
      <path d="M240 206l-90 36v84l90-40z" fill="var(--g)" />
      <path d="M60 206l90 36 90-36v14l-90 37-90-37z" fill="var(--g-hi)" />
      <path d="M138 262l12 5 12-5v26l-12 6-12-6z" fill="var(--g-ink)" />
      <path d="M150 272a5 5 0 1 0 .1 0zM148 276h4v10h-4z" fill="var(--g-hi)" />
    </svg>
  );
}
