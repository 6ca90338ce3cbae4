import "#modules/bets/web/bets.css";
import "#modules/games/cases/web/cases.css";
import "./battles.css";
import { data, Link, type LoaderFunctionArgs, useParams } from "react-router";
import { formatAmount, type Micros } from "#kit/money/amount.ts";
import { useHref } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { useChannel } from "#kit/web/use-api.ts";
import { play } from "#modules/bets/web/sound.ts";
import { StageSeal } from "#modules/bets/web/stage-seal.tsx";
import { useGameSession } from "#modules/bets/web/use-game-session.ts";
import { useHold } from "#modules/bets/web/use-held-balance.ts";
import { usePlayerContextKey } from "#modules/bets/web/use-player-context.ts";
import { useReducedMotion } from "#modules/bets/web/use-reduced-motion.ts";
import { hashEnds, MultiplayerColumn } from "#modules/engines/multiplayer/web/multiplayer-column.tsx";
import { endedIn, openIn } from "#modules/engines/multiplayer/web/multiplayer-view.ts";
import {
  useMultiplayer,
  useMultiplayerRound,
  useMultiplayerSession,
} from "#modules/engines/multiplayer/web/use-multiplayer.ts";
import { useOnward } from "#modules/engines/multiplayer/web/use-onward.ts";
import { CommitmentBar } from "#modules/fairness/web/commitment-bar.tsx";
import {
  type BattleRow,
  battlesChannel,
  getBattle,
  getBattles,
  joinBattle,
  openBattle,
  withdrawBattle,
} from "../shared/contract.ts";
import { battleLimits } from "../shared/limits.ts";
import { BattleList, EndedBattles } from "./battle-list.tsx";
import { BattlePanel } from "./battle-panel.tsx";
import { BattleStage } from "./battle-stage.tsx";
import { ownEnd } from "./battle-view.ts";
import { BattlesRules } from "./battles-rules.tsx";
import { useShow } from "./use-show.ts";

const texts = ["battles", "cases", "bets", "fairness"] as const;
export const handle = { game: true, texts };

/** A battle has a number; anything else in the URL is not found. */
export function loader({ params, request }: LoaderFunctionArgs): null {
  if (params.id !== undefined && !/^(battles-)?[1-9][0-9]{0,14}$/.test(params.id))
    throw data({ path: new URL(request.url).pathname }, 404);
  return null;
}

/** Case battles: the open ones to join, or the one in the URL. Each currency has its own. */
export default function BattlesPage() {
  return <BattlesOf key={usePlayerContextKey()} />;
}

function BattlesOf() {
  const { t } = useTranslation(...texts);
  const { id: named } = useParams();
  const id = named === undefined ? null : named.startsWith("battles-") ? named : `battles-${named}`;
  const gameSession = useGameSession("battles", getBattles, battleLimits);
  const { playerContext } = gameSession;
  const { currency, language, playerId } = playerContext;
  const onward = useOnward();
  const href = useHref();
  const battles = useMultiplayer<BattleRow>(gameSession);
  useChannel(battlesChannel, { snapshot: battles.snapshot, event: (_name, payload) => battles.rows(payload.rows) });
  const row = useMultiplayerRound<BattleRow & { mine?: number | null }>(getBattle, id, battles.view);
  const isLive = id !== null && battles.view.live.has(id);
  const show = useShow(row, isLive, useReducedMotion());
  const mine = (id === null ? undefined : battles.view.mine.get(id)) ?? row?.mine ?? null;
  const waits = mine !== null && (row?.state === "drawing" || (row?.state === "paid" && !show.over));
  useHold(waits, gameSession.balance);
  const session = useMultiplayerSession(
    isLive && show.over ? ownEnd(row, mine) : null,
    row?.currency ?? currency,
    (stake, payout) => {
      if (gameSession.sound.on && payout > stake) play({ name: "win" });
    },
  );
  const follow = async (asked: Promise<string | null>) => {
    const go = onward();
    const made = await asked;
    if (made) go(href(`/games/cases/battles/${made.replace("battles-", "")}`));
  };
  const join = (of: string) => void follow(battles.stake(`join-${of}`, joinBattle, { currency }, { id: of }));
  const open = (slugs: readonly string[], seats: number, stake: Micros) =>
    void follow(
      battles.stake("battles-open", openBattle, { cases: slugs, seats, stake: formatAmount(stake), currency }),
    );
  const unseen = new Set(show.over || id === null ? [] : [id]);
  const ended = endedIn(battles.view, currency, unseen);
  const line =
    row?.beacon && row.entries_hash
      ? t("closed_line", { hash: hashEnds(row.entries_hash), beacon: row.beacon.round })
      : row
        ? t("hash_line", { hash: hashEnds(row.commitment) })
        : t("promise");
  return (
    <div className="game g-battles" ref={gameSession.frame}>
      <PageHead title={t("title")} description={t("description")} />
      <BattlePanel gameSession={gameSession} busy={battles.busy} connected={battles.connected} onOpen={open} />
      <section className="stage battles-stage" aria-label={t("stage")}>
        <div className="stage-head">
          <h1>{t("title")}</h1>
          {row?.beacon?.test && <span className="tag brass">{t("test_beacon")}</span>}
          {!battles.connected && <span className="tag live">{t("lost_connection")}</span>}
          <span className="grow" />
          <Link className="battles-all" to={href(id === null ? "/games/cases" : "/games/cases/battles")}>
            {t(id === null ? "to_cases" : "all")}
          </Link>
        </div>
        <StageSeal of="5e3a91c07d2b48f6" />
        {id === null ? (
          <BattleList
            rows={openIn(battles.view, currency)}
            mine={battles.view.mine}
            playerContext={playerContext}
            busy={battles.busy}
            onJoin={join}
          />
        ) : row ? (
          <BattleStage
            row={row}
            show={show}
            mine={mine}
            language={language}
            busy={battles.busy}
            signedIn={playerId !== null}
            canJoin={battles.connected && row.currency === currency}
            onJoin={() => join(row.id)}
            onWithdraw={() => void battles.withdraw(withdrawBattle, row.id)}
          />
        ) : (
          <p className="feed-none grow">{t(row === null ? "missing" : "reading")}</p>
        )}
        <CommitmentBar
          line={line}
          commitment={row?.commitment ?? null}
          id={row?.id ?? null}
          verify={t("verify")}
          name={row ? t("battle", { round: row.round }) : null}
        />
      </section>
      <MultiplayerColumn
        gameSession={gameSession}
        title={t("ended")}
        count={ended.length}
        session={session}
        waits={waits}
      >
        <EndedBattles rows={ended} playerContext={playerContext} />
      </MultiplayerColumn>
      {gameSession.rules.on && <BattlesRules gameSession={gameSession} />}
    </div>
  );
}
