import { ShieldCheck } from "lucide-react";
import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { isCurrency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import type { OwnBet } from "#modules/bets/shared/contract.ts";
import type { DesignedReturns } from "./designed-returns.ts";
import { GameGlyph } from "./game-glyph.tsx";
import { GameTiles } from "./game-tiles.tsx";
import { gameOfBets, pathOfBets } from "./menu-items.ts";

/** Games suggested to continue with. */
const gamesShown = 4;

/** For players: open bets, the games of their latest bets, and a link to their limits. */
export function ContinuePlaying({ bets, returns }: { bets: readonly OwnBet[]; returns: DesignedReturns }) {
  const { t } = useTranslation("lobby");
  const href = useHref();
  const isPlayer = useSession(state => state.status === "player");
  const games = [...new Set(bets.flatMap(bet => gameOfBets(bet.game) ?? []))].slice(0, gamesShown);
  if (!isPlayer || games.length === 0) return null;
  return (
    <section className="going o0" aria-labelledby="going">
      <div className="section-head">
        <h2 id="going">{t("home.continue")}</h2>
        <Link className="more" to={href("/profile/limits")}>
          <Icon of={ShieldCheck} size={16} /> {t("home.limits")}
        </Link>
      </div>
      <OpenBets bets={bets.filter(bet => bet.status === "open")} />
      <GameTiles className="hg" only={games} facts={{}} returns={returns} />
    </section>
  );
}

/** Bets that wait for a result or for the player's next step. */
function OpenBets({ bets }: { bets: readonly OwnBet[] }) {
  const { t } = useTranslation("lobby");
  const language = languageOf(useLocale());
  const href = useHref();
  if (bets.length === 0) return null;
  return (
    <div className="going-open">
      {bets.map(bet => {
        const game = gameOfBets(bet.game);
        if (!game || !isCurrency(bet.currency)) return null;
        return (
          <Link key={bet.id} className={`g-${game}`} to={href(pathOfBets(bet.game, game))}>
            <span className="game-icon">
              <GameGlyph game={game} />
            </span>
            {t("home.open_bet", {
              game: t(`games.${game}`),
              stake: showMoney(parseDecimal(bet.stake), bet.currency, language, { brief: true }),
            })}
          </Link>
        );
      })}
    </div>
  );
}
