import type { ReactNode } from "react";
import { Link } from "react-router";
import { showCount } from "#kit/i18n/numbers.ts";
import { showMoney } from "#kit/money/show.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { useChannel } from "#kit/web/use-api.ts";
import type { BetsChannel } from "../shared/contract.ts";
import { BetBar } from "./bet-bar.tsx";
import { DemoNote, PracticeNote } from "./demo-note.tsx";
import { FeedColumn } from "./feed-column.tsx";
import { GameTools } from "./game-foot.tsx";
import type { Hotkey } from "./hotkeys.ts";
import { HotkeysButton } from "./hotkeys-button.tsx";
import { LiveBets, useLiveFeed } from "./live-bets.tsx";
import type { Session } from "./session.ts";
import { SessionStrip } from "./session-strip.tsx";
import { Statistics } from "./statistics.tsx";
import type { GameSession } from "./use-game-session.ts";
import { practiceName } from "./use-player-context.ts";

interface GamePageProps {
  readonly gameSession: GameSession;
  readonly title: string;
  readonly description: string;
  /** The head of the bet panel: play mode, stake, the game's own fields. */
  readonly panel: ReactNode;
  /** The primary action, always visible on a phone, and the stake visible with it (`BarStake` or `BarSum`). */
  readonly action: ReactNode;
  readonly barStake: ReactNode;
  /** Under the action: the progress of a run. */
  readonly note?: ReactNode;
  readonly hotkeys: readonly Hotkey[];
  /** Derived numbers of the current bet. */
  readonly facts?: ReactNode;
  /** Lines above the win cap. */
  readonly foot?: ReactNode;
  readonly stage: ReactNode;
  readonly session: Session;
  readonly channel: BetsChannel;
  /** Bets whose results are still animating: no feed shows them. */
  readonly unseen: readonly string[];
  readonly ownBets: ReactNode;
  /** The rules, while they are open. */
  readonly rules: ReactNode;
}

/** The page of a game: bet panel, scene, and the column of live bets, own bets and session numbers. */
export function GamePage(props: GamePageProps) {
  const { gameSession, session } = props;
  const { t } = useTranslation("bets");
  const { currency, language, playerId, practice } = gameSession.playerContext;
  return (
    <div className={`game g-${gameSession.game}`} ref={gameSession.frame}>
      <PageHead title={props.title} description={props.description} />
      <section className="panel" aria-label={t("panel")}>
        {props.panel}
        <BetBar stake={props.barStake}>{props.action}</BetBar>
        {playerId === null && (practice ? <PracticeNote /> : <DemoNote />)}
        {props.note}
        <HotkeysButton hotkeys={gameSession.hotkeys} keys={props.hotkeys} />
        <hr className="divider" />
        {props.facts && (
          <>
            <div className="facts">{props.facts}</div>
            <hr className="divider" />
          </>
        )}
        <SessionStrip
          session={session}
          currency={currency}
          language={language}
          bets={t("session.bets", { count: session.bets, shown: showCount(session.bets, language) })}
        />
        <GameTools gameSession={gameSession} />
        {playerId !== null && (
          <div className="key-value">
            <span>{t("practice.offer")}</span>
            <Link to={`?${practiceName}`} replace>
              {t("practice.begin")}
            </Link>
          </div>
        )}
        {props.foot}
        <div className="key-value">
          <span>{t("win_cap")}</span>
          <b>{showMoney(gameSession.info.winCap, currency, language, { brief: true })}</b>
        </div>
      </section>
      {props.stage}
      <FeedColumn title={t("latest")} tab={gameSession.tab} onTab={gameSession.setTab} signedIn={playerId !== null}>
        <Latest gameSession={gameSession} channel={props.channel} unseen={props.unseen} />
        {gameSession.tab === "mine" && props.ownBets}
        {gameSession.tab === "statistics" && <Statistics session={session} currency={currency} language={language} />}
      </FeedColumn>
      {gameSession.rules.on && props.rules}
    </div>
  );
}

/** All players' bets; subscribed while another tab is open too, so that none is missing on return. */
function Latest({ gameSession, channel, unseen }: Pick<GamePageProps, "gameSession" | "channel" | "unseen">) {
  const feed = useLiveFeed();
  useChannel(channel, {
    snapshot: snapshot => feed.reset(snapshot.bets),
    event: (_name, data) => feed.take(data.bets),
  });
  if (gameSession.tab !== "all") return null;
  const rows = unseen.length === 0 ? feed.rows : feed.rows.filter(row => !unseen.includes(row.id));
  return (
    <LiveBets rows={rows} own={gameSession.own.ids} language={gameSession.playerContext.language} onHold={feed.hold} />
  );
}
