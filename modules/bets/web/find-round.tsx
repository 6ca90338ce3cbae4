import { Search, ShieldCheck } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Link, useNavigate } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { showMultiplier } from "#kit/i18n/numbers.ts";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { getOwnBets } from "../shared/contract.ts";
import { idTyped } from "./id-typed.ts";

/** The start of a verification: the player's last bet, or a field for the id of any bet or round. */
export function FindRound({ playerId }: { playerId: string | null }) {
  const { t } = useTranslation("bets");
  const go = useNavigate();
  const href = useHref();
  const [text, setText] = useState("");
  const id = idTyped(text);
  const find = (event: FormEvent) => {
    event.preventDefault();
    if (id) void go(href(`/verify/${id}`));
  };
  return (
    <div className="find-round">
      <LastBet key={playerId} playerId={playerId} />
      <form onSubmit={find}>
        <div className="input-box grow">
          <Icon of={Search} size={17} />
          <input
            aria-label={t("find.id")}
            placeholder={t("find.id")}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={event => setText(event.target.value)}
          />
        </div>
        <Button type="submit" variant="secondary" disabled={id === null}>
          {t("find.check")}
        </Button>
      </form>
    </div>
  );
}

function LastBet({ playerId }: { playerId: string | null }) {
  const { t } = useTranslation("bets", "lobby");
  const href = useHref();
  const language = languageOf(useLocale());
  const { data } = useQuery(getOwnBets, { query: {} }, { enabled: playerId !== null });
  const bet = data?.items.find(each => each.status === "settled" && each.game !== "betting");
  if (!bet) return null;
  return (
    <Link className="btn primary" to={href(`/verify/${bet.id}`)}>
      <Icon of={ShieldCheck} size={17} />
      {t("find.last", {
        game: bet.title?.[language] ?? t.in("lobby:games", bet.game),
        multiplier: showMultiplier(bet.multiplier, language),
      })}
    </Link>
  );
}
