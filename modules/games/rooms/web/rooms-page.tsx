import "#modules/desk/web/desk.css";
import "./rooms.css";
import { BookOpen, ShieldCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { data, Link, type LoaderFunctionArgs, useParams } from "react-router";
import { type NumberLanguage, showCount, showMoney } from "#kit/money/show.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { useHref } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { useRefusal } from "#modules/desk/web/refusal.ts";
import { play } from "#modules/desk/web/sound.ts";
import { useHeldBalance } from "#modules/desk/web/use-held-balance.ts";
import { useKept } from "#modules/desk/web/use-kept.ts";
import { type Table, useTable } from "#modules/desk/web/use-table.ts";
import { SealDisc } from "#modules/fairness/web/seal-disc.tsx";
import { ends } from "#modules/fairness/web/seed-bar.tsx";
import { type RoomColour, roomColours, roomLimits } from "../shared/limits.ts";
import { PlayersColumn } from "./players-column.tsx";
import { RoomPanel } from "./room-panel.tsx";
import { RoomsRules } from "./rooms-rules.tsx";
import { heldBy, type RoomsView, type RoomView } from "./rooms-view.ts";
import { type Turn, useRooms, useTurn } from "./use-rooms.ts";
import { Wheel } from "./wheel.tsx";

const texts = ["rooms", "desk", "fairness"] as const;
export const handle = { game: true, texts };

/** There are three rooms; another name in the address leads nowhere. */
export function loader({ params, request }: LoaderFunctionArgs): null {
  const { colour } = params;
  if (colour !== undefined && !roomColours.some(each => each === colour))
    throw data({ path: new URL(request.url).pathname }, 404);
  return null;
}

/** The jackpot rooms: the address says which is shown. Another currency is another set of pots, so the page begins anew. */
export default function RoomsPage() {
  const table = useTable();
  return <Rooms key={table.currency} table={table} />;
}

function Rooms({ table }: { table: Table }) {
  const { t } = useTranslation(...texts);
  const { colour: named } = useParams();
  const colour = roomColours.find(each => each === named) ?? "red";
  const { currency, language, playerId } = table;
  const refusal = useRefusal(currency, language);
  const balance = useHeldBalance();
  const [rulesOpen, setRulesOpen] = useState(false);
  const calm = useCalm();
  const rooms = useRooms({
    ...{ playerId, currency },
    onRefused: refusal.refuse,
    onBalance: (of, sum) => {
      balance.show(of, sum);
      balance.release();
    },
  });
  const room = rooms.view[colour];
  const turn = useTurn(room, calm);
  useHold(room, turn, balance);
  useGong(turn);
  const settled = turn === "still" || turn === "shown";
  return (
    <div className={`game g-rooms g-rooms-${colour}`}>
      <PageHead title={t("title")} description={t("description")} />
      <RoomPanel
        key={colour}
        room={room}
        table={table}
        busy={rooms.busy}
        connected={rooms.connected}
        refusal={refusal.refusal}
        history={settled ? room.history : room.history.filter(past => past.round !== room.round)}
        onEnter={stake => {
          refusal.clear();
          void rooms.enter(colour, stake);
        }}
        onLeave={() => void rooms.leave(colour)}
        onTyped={refusal.clear}
      />
      <section className="stage rooms-stage" aria-label={t("stage")}>
        <div className="stage-h">
          <h1>{t("title")}</h1>
          {room.beacon?.test && <span className="tag br">{t("test_beacon")}</span>}
          {!rooms.connected && <span className="tag live">{t("lost_connection")}</span>}
          <span className="f1" />
          <button type="button" className="rooms-rules" onClick={() => setRulesOpen(true)}>
            <Icon of={BookOpen} size={17} />
            {t("rules.title")}
          </button>
        </div>
        <RoomTabs view={rooms.view} colour={colour} table={table} />
        <Wheel room={room} turn={turn} calm={calm} currency={currency} language={language} />
        <CommitmentBar room={room} language={language} />
        <Spoken room={room} turn={turn} table={table} />
      </section>
      <PlayersColumn room={room} currency={currency} language={language} />
      {rulesOpen && <RoomsRules currency={currency} language={language} onClose={() => setRulesOpen(false)} />}
    </div>
  );
}

function useCalm(): boolean {
  const [calm, setCalm] = useState(false);
  useEffect(() => {
    const query = window.matchMedia("(prefers-reduced-motion: reduce)");
    const read = () => setCalm(query.matches);
    read();
    query.addEventListener("change", read);
    return () => query.removeEventListener("change", read);
  }, []);
  return calm;
}

/** While a round that the player is in is drawn, the balance of the frame waits for the wheel. */
function useHold(room: RoomView, turn: Turn, balance: ReturnType<typeof useHeldBalance>): void {
  const waits = heldBy(room) > 0n && (room.state === "drawing" || turn === "turning" || turn === "ticket");
  useEffect(() => {
    if (!waits) return;
    balance.hold();
    return () => balance.release();
  }, [waits, balance]);
}

/** One gong when the wheel rests, for those who have switched sound on. */
function useGong(turn: Turn): void {
  const [sound] = useKept("sound", ["off", "on"] as const, "off");
  const before = useRef(turn);
  useEffect(() => {
    if (sound === "on" && before.current === "turning" && turn === "ticket") play({ name: "tick", height: 0 });
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
  const { t } = useTranslation("rooms", "desk");
  const { result, me } = room;
  const winner = result?.winner;
  const money = (sum: bigint) => showMoney(sum, table.currency, table.language, { brief: true });
  const text =
    turn === "shown" && winner
      ? t("spoken.won", {
          name: winner.id === me ? t("desk:feed.you") : (winner.face?.name ?? t("desk:feed.hidden")),
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
