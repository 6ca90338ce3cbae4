import { Heart, Info } from "lucide-react";
import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { showPercent } from "#kit/i18n/numbers.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { Tag } from "#kit/ui/tag.tsx";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import type { CatalogueGame } from "../shared/contract.ts";
import { CatalogueArt } from "./game-art.tsx";
import { LiveResults, LiveStatus, type SeenTable } from "./live-status.tsx";

interface TileProps {
  readonly game: CatalogueGame;
  readonly isFavourite: boolean;
  onFavourite(game: CatalogueGame): void;
  onDetails?(game: CatalogueGame): void;
  /** The current state of a live table. */
  readonly seen?: SeenTable | undefined;
  /** The player's free spins on this game. */
  readonly freeSpins?: number | undefined;
}

/** A game in a list. A guest's first press is the demo, where there is one. */
export function Tile({ game, isFavourite, onFavourite, onDetails, seen, freeSpins = 0 }: TileProps) {
  const { t } = useTranslation("catalogue");
  const href = useHref();
  const isPlayer = useSession(state => state.status === "player");
  const { title, badge, maintenance } = game;
  const mode = isPlayer || !game.has_demo ? "play" : "demo";
  return (
    <li className={`cat-item ${game.kind === "slots" ? "slot" : "table"}`}>
      <div className="cat-tile">
        <Link to={href(`/games/${game.kind}/${game.slug}/${mode}`)} aria-label={title}>
          <CatalogueArt game={game} />
          {game.kind === "slots" && <b className="display">{title}</b>}
        </Link>
        {seen && !maintenance && <LiveStatus seen={seen} />}
        <span className={seen && !maintenance ? "cat-tags below" : "cat-tags"}>
          {maintenance ? (
            <Tag variant="warn">{t("reasons.maintenance_short")}</Tag>
          ) : freeSpins > 0 ? (
            <Tag variant="brass">{t("free_spins", { count: freeSpins })}</Tag>
          ) : (
            badge && (
              <Tag variant={badge === "hot" || badge === "jackpot" ? "signal" : "brass"}>{t(`badges.${badge}`)}</Tag>
            )
          )}
        </span>
        <button
          type="button"
          className="cat-fav"
          aria-pressed={isFavourite}
          aria-label={t(isFavourite ? "favourite_remove" : "favourite_add", { title })}
          onClick={() => onFavourite(game)}
        >
          <Icon of={Heart} size={17} />
        </button>
        {onDetails && (
          <button
            type="button"
            className="cat-info"
            aria-label={t("details_of", { title })}
            onClick={() => onDetails(game)}
          >
            <Icon of={Info} size={17} />
          </button>
        )}
      </div>
      <Caption game={game} seen={seen} />
    </li>
  );
}

function Caption({ game, seen }: { game: CatalogueGame; seen: SeenTable | undefined }) {
  const language = languageOf(useLocale());
  const { stakes, rtp, provider, title } = game;
  if (game.kind === "slots")
    return (
      <span className="row spread cat-caption">
        <span className="ellipsis muted">{provider.title}</span>
        {rtp !== null && <span className="num faint">{showPercent(rtp, language)}</span>}
      </span>
    );
  const show = (amount: string, currency: string) =>
    showMoney(parseDecimal(amount), currency as Currency, language, { brief: true });
  return (
    <span className="cat-caption table">
      <b className="display">{title}</b>
      <span className="muted num">
        {stakes ? `${show(stakes.min, stakes.currency)} – ${show(stakes.max, stakes.currency)}` : provider.title}
      </span>
      {seen && <LiveResults table={seen.table} />}
    </span>
  );
}
