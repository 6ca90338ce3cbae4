import type { Language } from "#kit/i18n/locale.ts";
import { showCount } from "#kit/i18n/numbers.ts";
import "#modules/bets/web/bets.css";
import "./rooms.css";
import { useEffect, useRef } from "react";
import {
  type ClientLoaderFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useParams,
} from "react-router";
import { formatAmount, micros } from "#kit/money/amount.ts";
import { currencyOfRegion, isCurrency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { requestContext } from "#kit/web/context.ts";
import { useFirstSnapshot } from "#kit/web/first-snapshot.ts";
import { useHref } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { play } from "#modules/bets/web/sound.ts";
import { useGameSession } from "#modules/bets/web/use-game-session.ts";
import { useHold } from "#modules/bets/web/use-held-balance.ts";
import { type PlayerContext, usePlayerContextKey } from "#modules/bets/web/use-player-context.ts";
import { useReducedMotion } from "#modules/bets/web/use-reduced-motion.ts";
import { useMultiplayerSession } from "#modules/engines/multiplayer/web/use-multiplayer.ts";
import { MissedNote } from "#modules/engines/shared-rounds/web/missed-note.tsx";
import { CommitmentBar } from "#modules/fairness/web/commitment-bar.tsx";
import { ends } from "#modules/fairness/web/seed-bar.tsx";
import { getRooms, type RoomSnapshot, roomsChannels } from "../shared/contract.ts";
import { type RoomColour, roomColours, roomLimits } from "../shared/limits.ts";
import { PlayersColumn } from "./players-column.tsx";
import { RoomPanel } from "./room-panel.tsx";
import { RoomsRules } from "./rooms-rules.tsx";
import { heldBy, type RoomsView, type RoomView } from "./rooms-view.ts";
import { useRooms, useWheelPhase, type WheelPhase } from "./use-rooms.ts";
import { useMissedShares } from "./use-shares.ts";
import { Wheel } from "./wheel.tsx";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

const texts = ["rooms", "bets", "fairness"] as const;
export const handle = { game: true, texts };

interface First {
  readonly rooms: RoomSnapshot[];
}

/** The rooms of the visitor's currency are in the first HTML. */
export async function loader(page: LoaderFunctionArgs): Promise<First | null> {
  refuseOthers(page);
  const { get, hasToken, region, snapshot } = page.context.get(requestContext);
  const profile = hasToken ? await get("/profile/user") : null;
  const named = profile?.status === 200 ? (profile.body as { user: { currency: string } }).user.currency : null;
  const currency = named && isCurrency(named) ? named : currencyOfRegion(region);
  return (await snapshot(roomsChannels[currency].name)) as First | null;
}

/** In the browser the WebSocket delivers them sooner. */
export function clientLoader(page: ClientLoaderFunctionArgs): null {
  refuseOthers(page);
  return null;
}

/** There are three rooms; another name in the URL is not found. */
function refuseOthers({ params, request }: Pick<LoaderFunctionArgs, "params" | "request">): void {
  const { colour } = params;
  if (colour !== undefined && !roomColours.some(each => each === colour))
    throw data({ path: new URL(request.url).pathname }, 404);
}

/** The jackpot rooms: the URL selects one. Each currency has its own pots, so a change of currency recreates the page. */
export default function RoomsPage() {
  return <Rooms key={usePlayerContextKey()} />;
}

function Rooms() {
  const { t } = useTranslation(...texts);
  const { colour: named } = useParams();
  const colour = roomColours.find(each => each === named) ?? "red";
  const gameSession = useGameSession("rooms", getRooms, roomLimits[colour]);
  const { playerContext } = gameSession;
  const { currency, language } = playerContext;
  const reducedMotion = useReducedMotion();
  const rooms = useRooms(gameSession, useFirstSnapshot(useLoaderData<typeof loader>()));
  const missed = useMissedShares(rooms, currency);
  const room = rooms.view[colour];
  const wheelPhase = useWheelPhase(room, reducedMotion);
  const held = heldBy(room);
  const isWheelSpinning = room.state === "drawing" || wheelPhase === "turning" || wheelPhase === "ticket";
  useHold(held > 0n && isWheelSpinning, gameSession.balance);
  useDrawSound(wheelPhase, gameSession.sound.on);
  const session = useMultiplayerSession(ownEnd(room, wheelPhase, held), currency, (stake, payout) => {
    if (gameSession.sound.on && payout > stake) play({ name: "win" });
  });
  const settled = wheelPhase === "still" || wheelPhase === "shown";
  return (
    <div className={`game g-rooms g-rooms-${colour}`} ref={gameSession.frame}>
      <PageHead title={t("title")} description={t("description")} />
      <RoomPanel
        key={colour}
        gameSession={gameSession}
        room={room}
        wheelPhase={wheelPhase}
        busy={rooms.busy}
        connected={rooms.connected}
        history={settled ? room.history : room.history.filter(past => past.round !== room.round)}
        onEnter={stake => rooms.enter(colour, stake)}
        onLeave={() => void rooms.leave(colour)}
      />
      <section className="stage rooms-stage" aria-label={t("stage")}>
        <div className="stage-head">
          <h1>{t("title")}</h1>
          {room.beacon?.test && <span className="tag brass">{t("test_beacon")}</span>}
          {!rooms.connected && <span className="tag live">{t("lost_connection")}</span>}
        </div>
        <MissedNote missed={missed} language={language} />
        <RoomTabs view={rooms.view} colour={colour} playerContext={playerContext} />
        <Wheel
          room={room}
          wheelPhase={wheelPhase}
          reducedMotion={reducedMotion}
          currency={currency}
          language={language}
        />
        <RoomBar room={room} language={language} />
        <Spoken room={room} wheelPhase={wheelPhase} playerContext={playerContext} />
      </section>
      <PlayersColumn gameSession={gameSession} room={room} session={session} waits={held > 0n && isWheelSpinning} />
      {gameSession.rules.on && (
        <RoomsRules currency={currency} language={language} onClose={() => gameSession.rules.set(false)} />
      )}
    </div>
  );
}

/** The result of the player's round, once the wheel has shown it. */
function ownEnd(room: RoomView, wheelPhase: WheelPhase, held: bigint) {
  const { result, me, live } = room;
  if (!live || held === 0n || wheelPhase !== "shown" || result?.status !== "paid") return null;
  const payout = result.winner?.id === me ? (result.payout ?? "0") : "0";
  return { id: result.id, stake: formatAmount(micros(held)), payout };
}

/** One gong when the wheel stops, if sound is on. */
function useDrawSound(wheelPhase: WheelPhase, sound: boolean): void {
  const before = useRef(wheelPhase);
  useEffect(() => {
    if (sound && before.current === "turning" && wheelPhase === "ticket") play({ name: "tick", height: 0 });
    before.current = wheelPhase;
  }, [wheelPhase, sound]);
}

function RoomTabs({
  view,
  colour,
  playerContext,
}: {
  view: RoomsView;
  colour: RoomColour;
  playerContext: PlayerContext;
}) {
  const { t } = useTranslation("rooms");
  const href = useHref();
  const { currency, language } = playerContext;
  const money = (sum: bigint) => showMoney(sum, currency, language, { brief: true });
  return (
    <nav className="rtabs" aria-label={t("choose")}>
      {roomColours.map(each => (
        <Link
          key={each}
          to={href(`/games/rooms/${each}`)}
          className={`rtab g-rooms-${each}${each === colour ? " on" : ""}`}
          aria-current={each === colour ? "page" : undefined}
          preventScrollReset
        >
          <span className="gem" aria-hidden="true" />
          <b>{t(`colours.${each}`)}</b>
          <span className="j">
            {t("from", { min: money(roomLimits[each][currency].min) })}
            <b className="num">{money(view[each].pot)}</b>
          </span>
        </Link>
      ))}
    </nav>
  );
}

/** The commitment of this round and, once entry has closed, the hash of its entries and the deciding beacon round. */
function RoomBar({ room, language }: { room: RoomView; language: Language }) {
  const { t } = useTranslation("rooms");
  const { round, commitment, entriesHash, beacon } = room;
  const promised = commitment ? t("hash_line", { hash: ends(commitment, 14, 8) }) : "";
  return (
    <CommitmentBar
      commitment={commitment}
      name={round === null ? "" : t("round", { round: showCount(round, language) })}
      line={
        beacon && entriesHash ? t("closed_line", { hash: ends(entriesHash, 10, 6), beacon: beacon.round }) : promised
      }
      id={round === null ? null : `rooms-${round}`}
      verify={t("verify")}
    />
  );
}

/** The text equivalent of the wheel: one message per state. */
function Spoken({
  room,
  wheelPhase,
  playerContext,
}: {
  room: RoomView;
  wheelPhase: WheelPhase;
  playerContext: PlayerContext;
}) {
  const { t } = useTranslation("rooms", "bets");
  const { result, me } = room;
  const winner = result?.winner;
  const money = (sum: bigint) => showMoney(sum, playerContext.currency, playerContext.language, { brief: true });
  const text =
    wheelPhase === "shown" && winner
      ? t("spoken.won", {
          name: winner.id === me ? t("bets:feed.you") : (winner.face?.name ?? t("bets:feed.hidden")),
          ticket: result?.ticket ?? "",
        })
      : room.state === "counting"
        ? t("spoken.counting")
        : room.state === "drawing"
          ? t("spoken.drawing", { pot: money(room.pot) })
          : room.state === "refunded"
            ? t.in("refunded", result?.reason ?? "left")
            : "";
  return (
    <p className="sr-only" role="status">
      {text}
    </p>
  );
}
