import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { listShowableBets, type ShownBet } from "../shared/contract.ts";
import { BetFacts } from "./bet-card.tsx";

/** The reader's newest ended bets; choosing one shows it with the next message. */
export function BetPicker({ onChoose }: { onChoose(bet: ShownBet): void }) {
  const { t } = useTranslation("community-chat");
  const { data: bets, isError } = useQuery(listShowableBets, {});
  if (isError) return <p role="alert">{t("bet.failed")}</p>;
  if (bets?.length === 0) return <p className="muted sm">{t("bet.none")}</p>;
  return (
    <ul className="talk-bets" aria-label={t("bet.choose")}>
      {bets?.map(bet => (
        <li key={bet.id}>
          <button type="button" className={`talk-bet g-${bet.game}`} onClick={() => onChoose(bet)}>
            <BetFacts bet={bet} />
          </button>
        </li>
      ))}
    </ul>
  );
}
