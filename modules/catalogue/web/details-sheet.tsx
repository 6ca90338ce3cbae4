import { Heart, Play, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCount, showPercent } from "#kit/i18n/numbers.ts";
import { microsPerMinor, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button, buttonClass } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Modal, ModalClose } from "#kit/ui/modal.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { Tag } from "#kit/ui/tag.tsx";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import {
  type CatalogueDetails,
  type CatalogueGame,
  type CatalogueRules,
  getCatalogueGame,
} from "../shared/contract.ts";
import { CatalogueArt } from "./game-art.tsx";
import { GameRules } from "./game-rules.tsx";
import { useReason } from "./use-reason.ts";

interface DetailsSheetProps {
  readonly game: CatalogueGame;
  readonly isFavourite: boolean;
  onFavourite(game: CatalogueGame): void;
  onClose(): void;
}

/** What a game is, before it is opened: figures, stakes, and how its rounds are verified. */
export default function DetailsSheet({ game, isFavourite, onFavourite, onClose }: DetailsSheetProps) {
  const { t } = useTranslation("catalogue");
  const { details, failure } = useDetails(game);
  return (
    <Modal
      title={game.title}
      closeText={t("close")}
      onClose={onClose}
      wide
      bare
      className={`cat-sheet ${game.kind === "slots" ? "g-slots" : "g-live"}`}
    >
      <div className="cat-sheet-art">
        <CatalogueArt game={game} name="scene" />
        {details?.rules && <Symbols rules={details.rules} />}
        {details?.maths && (
          <span className="cat-proof sm">
            <Icon of={ShieldCheck} size={16} /> {t("provable")}
          </span>
        )}
      </div>
      <div className="cat-sheet-facts">
        <div className="row spread">
          <h2 className="display">{game.title}</h2>
          <ModalClose text={t("close")} />
        </div>
        <p className="row wrap sm muted">
          {game.provider.title}
          {game.badge && <Tag variant="brass">{t(`badges.${game.badge}`)}</Tag>}
          {details?.tags.slice(0, 4).map(tag => (
            <Tag key={tag}>{t.find(`tags.${tag}`) ?? tag.replaceAll("-", " ")}</Tag>
          ))}
        </p>
        {details ? (
          <Figures game={details} />
        ) : failure ? (
          <p role="alert" className="note danger">
            {failure}
          </p>
        ) : (
          <Skeleton height={220} />
        )}
        <Actions game={game} details={details} isFavourite={isFavourite} onFavourite={onFavourite} />
      </div>
    </Modal>
  );
}

const mostSymbols = 5;

/** Over the scene: the symbol of the first feature, and below it those that pay most. */
function Symbols({ rules: { features, paytable } }: { rules: CatalogueRules }) {
  const hero = features[0]?.picture;
  const best = (paytable?.symbols ?? []).filter(({ role, picture }) => role === "pay" && picture !== null);
  return (
    <>
      {hero && <img className="cat-sheet-hero" src={hero} alt="" />}
      <span className="cat-sheet-best">
        {best.slice(0, mostSymbols).map(({ title, picture }) => (
          <img key={title} src={picture ?? ""} alt="" width={50} height={50} />
        ))}
      </span>
    </>
  );
}

function useDetails({ kind, slug }: CatalogueGame) {
  const { lines } = useErrorTexts("catalogue");
  const { data: details, error } = useQuery(getCatalogueGame, { params: { kind, slug } });
  return { details: details ?? null, failure: error && lines(error).join(" ") };
}

/** Every figure that the provider states of a game. */
export function Figures({ game }: { game: CatalogueDetails }) {
  const { t } = useTranslation("catalogue");
  const language = languageOf(useLocale());
  const href = useHref();
  const reason = useReason()(game);
  const { stakes, modes, lines, ways, max_win, max_win_odds, hit_rate, volatility, rtp } = game;
  const money = (amount: string, currency: string) =>
    showMoney(parseDecimal(amount), currency as Currency, language, { brief: true });
  const plates: readonly (readonly [string, ReactNode])[] = [
    [t("rtp"), rtp === null ? t("not_stated") : showPercent(rtp, language)],
    [t("volatility"), volatility === null ? t("not_stated") : t.in("volatilities", `${volatility}`)],
    ways === null
      ? [t("lines"), lines === null ? "–" : showCount(lines, language)]
      : [t("ways"), showCount(ways, language)],
    [t("max_win"), max_win === null ? t("not_stated") : `${showCount(max_win, language)}×`],
  ];
  return (
    <>
      <dl className="cat-plates">
        {plates.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="display">{value}</dd>
          </div>
        ))}
      </dl>
      {reason && <p className="note warn">{reason}</p>}
      {game.rules && <GameRules rules={game.rules} />}
      <div className="cat-rows">
        {game.pot && parseDecimal(game.pot.amount) >= microsPerMinor && (
          <Row name={t("pot")} value={money(game.pot.amount, game.pot.currency)} />
        )}
        {hit_rate !== null && <Row name={t("hit_rate")} value={showPercent(hit_rate, language)} />}
        {max_win_odds !== null && (
          <Row name={t("max_win_odds")} value={t("one_in", { count: showCount(max_win_odds, language) })} />
        )}
        {modes
          .filter(({ mode }) => mode !== "base")
          .map(({ mode, rtp: of, buy }) => (
            <Row
              key={mode}
              name={t("buy_rtp", { price: buy === null ? "" : `${showCount(Number(buy), language)}×` })}
              value={showPercent(of, language)}
            />
          ))}
        {stakes && (
          <Row
            name={t("stakes")}
            value={`${money(stakes.min, stakes.currency)} – ${money(stakes.max, stakes.currency)}`}
          />
        )}
      </div>
      <p className="row wrap xs muted">
        <span>{t("facts_note", { provider: game.provider.title })}</span>
        {game.rules?.par && (
          <a className="cat-verify" href={game.rules.par} hrefLang="en" target="_blank" rel="noreferrer">
            {t("par")}
          </a>
        )}
        {game.maths && (
          <Link className="cat-verify" to={href("/verify")}>
            {t("verify")}
          </Link>
        )}
      </p>
    </>
  );
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div className="key-value">
      <span>{name}</span>
      <b>{value}</b>
    </div>
  );
}

function Actions({
  game,
  details,
  isFavourite,
  onFavourite,
}: Omit<DetailsSheetProps, "onClose"> & { details: CatalogueDetails | null }) {
  const { t } = useTranslation("catalogue");
  const href = useHref();
  const path = `/games/${game.kind}/${game.slug}`;
  const isOpen = details?.unavailable === null;
  return (
    <div className="row wrap cat-sheet-actions">
      {isOpen && (
        <Link className={buttonClass({ variant: "primary", size: "l", className: "grow" })} to={href(`${path}/play`)}>
          <Icon of={Play} /> {t("play")}
        </Link>
      )}
      {isOpen && game.has_demo && (
        <Link className={buttonClass({ variant: "secondary", size: "l" })} to={href(`${path}/demo`)}>
          {t("demo")}
        </Link>
      )}
      <Button
        size="l"
        aria-pressed={isFavourite}
        className="cat-heart"
        aria-label={t(isFavourite ? "favourite_remove" : "favourite_add", { title: game.title })}
        onClick={() => onFavourite(game)}
      >
        <Icon of={Heart} />
      </Button>
    </div>
  );
}
