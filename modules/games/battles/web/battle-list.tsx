import { Link } from "react-router";
import { Button } from "#kit/ui/button.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { amount, Who } from "#modules/bets/web/live-bets.tsx";
import type { PlayerContext } from "#modules/bets/web/use-player-context.ts";
import { EmptyStage } from "#modules/engines/multiplayer/web/empty-stage.tsx";
import type { BattleRow } from "../shared/contract.ts";
import { runsOf } from "./battle-view.ts";

const rowsShown = 50;

interface BattleListProps {
  readonly rows: readonly BattleRow[];
  readonly mine: ReadonlyMap<string, number>;
  readonly playerContext: PlayerContext;
  readonly busy: boolean;
  onJoin(id: string): void;
}

/** Battles with free seats. */
export function BattleList({ rows, mine, playerContext, busy, onJoin }: BattleListProps) {
  const { t } = useTranslation("battles");
  const href = useHref();
  if (rows.length === 0) return <EmptyStage of="5e3a91c07d2b48f6">{t("none_open")}</EmptyStage>;
  return (
    <ul className="battles-open">
      {rows.slice(0, rowsShown).map(row => (
        <li key={row.id}>
          <div className="col gap-1">
            <SeatRow row={row} mine={mine.get(row.id) ?? null} />
            <CaseNames slugs={row.cases} />
          </div>
          <b className="num">{amount(row.stake, row.currency, playerContext.language)}</b>
          {mine.has(row.id) || playerContext.playerId === null ? (
            <Link className="btn outline s" to={href(`/games/cases/battles/${row.round}`)}>
              {t("look")}
            </Link>
          ) : (
            <Button size="s" busy={busy} onClick={() => onJoin(row.id)}>
              {t("join_short")}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The players by seat; free seats are rings. */
function SeatRow({ row, mine }: { row: BattleRow; mine: number | null }) {
  const { t } = useTranslation("battles");
  const free = row.size - row.seats.length;
  return (
    <span className="seat-row">
      {row.seats.map(({ seat, player }) => (
        <Who key={seat} player={player.face} mine={seat === mine} test={player.test} />
      ))}
      {Array.from({ length: free }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: free seats are identical
        <span key={index} className="free-seat" aria-hidden="true" />
      ))}
      <span className="sr-only">{t("free_seats", { count: free })}</span>
    </span>
  );
}

/** The cases of a battle by name, in opening order. */
export function CaseNames({ slugs }: { slugs: readonly string[] }) {
  const { t } = useTranslation("battles", "cases");
  const names = runsOf(slugs).map(([slug, count]) => `${t.in("cases:names", slug)}${count > 1 ? ` × ${count}` : ""}`);
  return <span className="muted sm case-names">{names.join(", ")}</span>;
}

/** Decided battles: the winner, the number of players, the payout. */
export function EndedBattles({ rows, playerContext }: { rows: readonly BattleRow[]; playerContext: PlayerContext }) {
  const { t } = useTranslation("battles");
  const href = useHref();
  if (rows.length === 0) return <p className="feed-none">{t("none_ended")}</p>;
  return (
    <ul className="scroll battles-ended">
      {rows.map(row => {
        const [winner] = row.result?.winners ?? [];
        const first = row.seats.find(({ seat }) => seat === winner);
        const shared = (row.result?.winners.length ?? 1) > 1;
        return (
          <li key={row.id}>
            <Link to={href(`/games/cases/battles/${row.round}`)}>
              {shared ? (
                <b>{t("shared")}</b>
              ) : (
                first && <Who player={first.player.face} mine={false} test={first.player.test} />
              )}
              <span className="muted sm num">{t("of_players", { count: row.size })}</span>
              <b className="num">{amount(row.result?.pot ?? "0", row.currency, playerContext.language)}</b>
              <span className="sr-only">{t("look_at", { round: row.round })}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
