import { Star } from "lucide-react";
import { createContext, use } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import "./favourite-star.css";

export type FavouriteKind = "event" | "team" | "league";

export interface FavouriteName {
  readonly kind: FavouriteKind;
  readonly id: string;
  readonly name: string;
}

/** What pages of odds need of favourites: without it, stars are left out. */
export interface Favourites {
  has(of: FavouriteName): boolean;
  toggle(of: FavouriteName): void;
}

export const FavouriteContext = createContext<Favourites | null>(null);

/** Follows an event, a team or a league; with its name beside the star unless `isBare`: lists have one a row, whose star is a mask of the stylesheet. */
export function FavouriteStar({ of, isBare = false }: { readonly of: FavouriteName; readonly isBare?: boolean }) {
  const { t } = useTranslation("odds");
  const favourites = use(FavouriteContext);
  if (!favourites) return null;
  const isOn = favourites.has(of);
  return (
    <button
      type="button"
      className={isBare ? "bet-star" : "chip bet-follow"}
      aria-pressed={isOn}
      aria-label={t("page.follow", { name: of.name })}
      onClick={() => favourites.toggle(of)}
    >
      {isBare ? (
        <i aria-hidden="true" />
      ) : (
        <>
          <Star size={16} fill={isOn ? "currentColor" : "none"} aria-hidden="true" />
          <span className="ellipsis">{of.name}</span>
        </>
      )}
    </button>
  );
}
