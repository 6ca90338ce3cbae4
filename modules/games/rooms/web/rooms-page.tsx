import "#modules/bets/web/desk.css";
import "./rooms.css";
import { ShieldCheck } from "lucide-react";
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
import { type NumberLanguage, showCount, showMoney } from "#kit/money/show.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { requestContext } from "#kit/web/context.ts";
import { useFirstSnapshot } from "#kit/web/first-snapshot.ts";
import { useHref } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { play } from "#modules/bets/web/sound.ts";
import { useCalm } from "#modules/bets/web/use-calm.ts";
import { useGameDesk } from "#modules/bets/web/use-game-desk.ts";
import { useHold } from "#modules/bets/web/use-held-balance.ts";
import { type Table, useTableKey } from "#modules/bets/web/use-table.ts";
import { useSeatedSession } from "#modules/engines/multiplayer/web/use-seated.ts";
import { MissedNote } from "#modules/engines/shared-rounds/web/missed-note.tsx";
import { SealDisc } from "#modules/fairness/web/seal-disc.tsx";
import { ends } from "#modules/fairness/web/seed-bar.tsx";
import { getRooms, type RoomSnapshot, roomsChannels } from "../shared/contract.ts";
import { type RoomColour, roomColours, roomLimits } from "../shared/limits.ts";
import { PlayersColumn } from "./players-column.tsx";
import { RoomPanel } from "./room-panel.tsx";
import { RoomsRules } from "./rooms-rules.tsx";
import { heldBy, type RoomsView, type RoomView } from "./rooms-view.ts";
import { type Turn, useRooms, useTurn } from "./use-rooms.ts";
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

/** In the browser the socket brings them sooner. */
export function clientLoader(page: ClientLoaderFunctionArgs): null {
  refuseOthers(page);
  return null;
}

/** There are three rooms; another name in the address leads nowhere. */
function refuseOthers({ params, request }: Pick<LoaderFunctionArgs, "params" | "request">): void {
  const { colour } = params;
  if (colour !== undefined && !roomColours.some(each => each === colour))
    throw data({ path: new URL(request.url).pathname }, 404);
}

/** The jackpot rooms: the address says which is shown. Another currency is another set of pots, so the page begins anew. */
export default function RoomsPage() {
  return <Rooms key={useTableKey()} />;
}

function Rooms() {
  const { t } = useTranslation(...texts);
  const { colour: named } = useParams();
  const colour = roomColours.find(each => each === named) ?? "red";
  const desk = useGameDesk("rooms", getRooms, roomLimits[colour]);
  const { table } = desk;
  const { currency, language } = table;
  const calm = useCalm();
  const rooms = useRooms(desk, useFirstSnapshot(useLoaderData<typeof loader>()));
  const missed = useMissedShares(rooms, currency);
  const room = rooms.view[colour];
  const turn = useTurn(room, calm);
  const held = heldBy(room);
  const isOnStage = room.state === "drawing" || turn === "turning" || turn === "ticket";
  useHold(held > 0n && isOnStage, desk.balance);
  useGong(turn, desk.sound.on);
  const session = useSeatedSession(ownEnd(room, turn, held), currency, (stake, payout) => {
    if (desk.sound.on && payout > stake) play({ name: "win" });
  });
  const settled = turn === "still" || turn === "shown";
  return (
    <div className={`game g-rooms g-rooms-${colour}`} ref={desk.frame}>
      <PageHead title={t("title")} description={t("description")} />
      <RoomPanel
        key={colour}
        {...{ desk, room, turn, busy: rooms.busy, connected: rooms.connected }}
        history={settled ? room.history : room.history.filter(past => past.round !== room.round)}
        onEnter={stake => rooms.enter(colour, stake)}
        onLeave={() => void rooms.leave(colour)}
      />
      <section className="stage rooms-stage" aria-label={t("stage")}>
        <div className="stage-h">
          <h1>{t("title")}</h1>
          {room.beacon?.test && <span className="tag br">{t("test_beacon")}</span>}
          {!rooms.connected && <span className="tag live">{t("lost_connection")}</span>}
        </div>
        <MissedNote missed={missed} language={language} />
        <RoomTabs view={rooms.view} colour={colour} table={table} />
        <Wheel room={room} turn={turn} calm={calm} currency={currency} language={language} />
        <CommitmentBar room={room} language={language} />
        <Spoken room={room} turn={turn} table={table} />
      </section>
      <PlayersColumn desk={desk} room={room} session={session} waits={held > 0n && isOnStage} />
      {desk.rules.on && <RoomsRules currency={currency} language={language} onClose={() => desk.rules.set(false)} />}
    </div>
  );
}

/** How a round that the player is in ended for him, once the wheel has shown it. */
function ownEnd(room: RoomView, turn: Turn, held: bigint) {
  const { result, me, live } = room;
  if (!live || held === 0n || turn !== "shown" || result?.status !== "paid") return null;
  const payout = result.winner?.id === me ? (result.payout ?? "0") : "0";
  return { id: result.id, stake: formatAmount(micros(held)), payout };
}

/** One gong when the wheel rests, for those who have switched sound on. */
function useGong(turn: Turn, sound: boolean): void {
  const before = useRef(turn);
  useEffect(() => {
    if (sound && before.current === "turning" && turn === "ticket") play({ name: "tick", height: 0 });
    before.current = turn;
  }, [turn, sound]);
}

function RoomTabs({ view, colour, table }: { view: RoomsView; colour: RoomColour; table: Table }) {
  const { t } = useTranslation("rooms");
  const href = useHref();
  const { currency, language } = table;
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

/** The promise of this round and, once entry has closed, the hash of its entries and the beacon round that decides. */
function CommitmentBar({ room, language }: { room: RoomView; language: NumberLanguage }) {
  const { t } = useTranslation("rooms");
  const href = useHref();
  const hash = room.commitment ?? "";
  return (
    <div className="seedbar">
      <SealDisc of={hash || "b41c0e97aa52f6c0"} />
      <span className="nw">{room.round === null ? "" : t("round", { round: showCount(room.round, language) })}</span>
      <span className="mono ell f1 t2" title={hash}>
        {room.beacon && room.entriesHash
          ? t("closed_line", { hash: ends(room.entriesHash, 10, 6), beacon: room.beacon.round })
          : hash && t("hash_line", { hash: ends(hash, 14, 8) })}
      </span>
      <Link className="act" to={href(room.round === null ? "/verify" : `/verify/rooms-${room.round}`)}>
        <Icon of={ShieldCheck} size={16} />
        {t("verify")}
      </Link>
    </div>
  );
}

/** The text twin of the wheel: one message a state. */
function Spoken({ room, turn, table }: { room: RoomView; turn: Turn; table: Table }) {
  const { t } = useTranslation("rooms", "bets");
  const { result, me } = room;
  const winner = result?.winner;
  const money = (sum: bigint) => showMoney(sum, table.currency, table.language, { brief: true });
  const text =
    turn === "shown" && winner
      ? t("spoken.won", {
          name: winner.id === me ? t("bets:feed.you") : (winner.face?.name ?? t("bets:feed.hidden")),
          ticket: result?.ticket ?? "",
        })
      : room.state === "counting"
        ? t("spoken.counting")
        : room.state === "drawing"
          ? t("spoken.drawing", { pot: money(room.pot) })
          : room.state === "refunded"
            ? t(`refunded.${result?.reason ?? "left"}`)
            : "";
  return (
    <p className="sr" role="status">
      {text}
    </p>
  );
}
