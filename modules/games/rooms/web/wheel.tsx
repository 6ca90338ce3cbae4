import type { ReactNode } from "react";
import type { Language } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { PlayerAvatar } from "#kit/ui/seal.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { countMs } from "../shared/rules.ts";
import { playersIn, type RoomPlayer, type RoomView } from "./rooms-view.ts";
import { percent, playerHue, ticketText } from "./show.ts";
import { useSecondsTo, type WheelPhase, wheelSpinMs } from "./use-rooms.ts";

interface WheelProps {
  readonly room: RoomView;
  readonly wheelPhase: WheelPhase;
  readonly reducedMotion: boolean;
  readonly currency: Currency;
  readonly language: Language;
}

/** Ellipses that make the engraved band around the ring. */
const angles = Array.from({ length: 18 }, (_, index) => index * 10);
const outer = 226;
const inner = 142;
const countRadius = 128;
/** Shares below this have no room for a label. */
const labelledShare = 450;

/** The ring of shares around the pot. Tickets are fixed, clockwise from the top in order of arrival; the pointer turns. */
export function Wheel({ room, wheelPhase, reducedMotion, currency, language }: WheelProps) {
  const { t } = useTranslation("rooms");
  const players = playersIn(room);
  const pot = Number(room.pot);
  const winner = wheelPhase === "shown" ? room.result?.winner?.id : undefined;
  const variantOf = ({ id }: RoomPlayer) => (winner === undefined ? "arc" : winner === id ? "arc won" : "arc out");
  return (
    <div className="rooms-wheel">
      <svg viewBox="-260 -260 520 520" role="img" aria-label={t("wheel", { players: players.length })}>
        <g className="rooms-guilloche">
          {angles.map(angle => (
            <ellipse key={angle} rx="257" ry="238" transform={`rotate(${angle})`} />
          ))}
        </g>
        <circle className="rim" r={outer + 7} />
        {pot === 0 && <circle className="empty" r={(outer + inner) / 2} />}
        {players.flatMap(player =>
          player.ranges.map(range => (
            <Arc key={`${range.from}`} player={player} range={range} pot={pot} variant={variantOf(player)} />
          )),
        )}
        {players.map(player => (
          <ShareLabel key={player.id} player={player} pot={pot} language={language} />
        ))}
        <circle className="rim" r={inner - 8} />
        <Count room={room} />
        <g className="pointer" style={pointerStyle(room, wheelPhase, reducedMotion)}>
          <path d="M-18 -252h36L0 -214z" />
        </g>
      </svg>
      <div className="rooms-middle">
        <Middle room={room} wheelPhase={wheelPhase} currency={currency} language={language} />
      </div>
    </div>
  );
}

function pointerStyle({ result, pot }: RoomView, wheelPhase: WheelPhase, reducedMotion: boolean) {
  if (wheelPhase === "still" || !result?.ticket || pot === 0n) return undefined;
  const at = (Number(BigInt(result.ticket)) / Number(pot)) * 360;
  const rotations = reducedMotion ? 0 : 4;
  return {
    transform: `rotate(${rotations * 360 + at}deg)`,
    transition: wheelPhase === "turning" && !reducedMotion ? `transform ${wheelSpinMs}ms var(--ease-settle)` : "none",
  };
}

const point = (radius: number, fraction: number) => {
  const angle = fraction * 2 * Math.PI - Math.PI / 2;
  return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
};

interface ArcProps {
  readonly player: RoomPlayer;
  readonly range: RoomPlayer["ranges"][number];
  readonly pot: number;
  readonly variant: string;
}

function Arc({ player, range, pot, variant }: ArcProps) {
  const from = Number(range.from) / pot;
  // A full circle is not a valid arc: it is cut open by a hair.
  const to = Math.min((Number(range.to) + 1) / pot, from + 0.9999);
  const large = to - from > 0.5 ? 1 : 0;
  const path = `M${point(outer, from)}A${outer} ${outer} 0 ${large} 1 ${point(outer, to)}L${point(inner, to)}A${inner} ${inner} 0 ${large} 0 ${point(inner, from)}Z`;
  const edge = `M${point(outer - 5, from)}A${outer - 5} ${outer - 5} 0 ${large} 1 ${point(outer - 5, to)}`;
  const hatch = `M${point(inner + 16, from)}A${inner + 16} ${inner + 16} 0 ${large} 1 ${point(inner + 16, to)}`;
  return (
    <g className={variant} style={{ ["--p" as string]: playerHue(player.hue) }}>
      <path d={path} />
      <path className="hatch" d={hatch} />
      <path className="edge" d={edge} />
    </g>
  );
}

/** The player's whole share, on the largest of their arcs. */
function ShareLabel({ player, pot, language }: { player: RoomPlayer; pot: number; language: Language }) {
  const [largest] = [...player.ranges].sort((a, b) => Number(b.to - b.from - (a.to - a.from)));
  if (!largest || player.share < labelledShare || Number(largest.to - largest.from) / pot < 0.04) return null;
  const [x, y] = point((outer + inner) / 2, (Number(largest.from) + Number(largest.to)) / 2 / pot).split(" ");
  return (
    <text x={x} y={y}>
      {percent(player.share, language)}
    </text>
  );
}

/** The remaining countdown, as a ring. */
function Count({ room }: { room: RoomView }) {
  const seconds = useSecondsTo(room.state === "counting" ? room.countingUntilMs : null);
  const whole = 2 * Math.PI * countRadius;
  const left = room.state === "counting" ? Math.min(1, (seconds * 1000) / countMs) : 0;
  return (
    <>
      <circle className="count-track" r={countRadius} />
      {left > 0 && (
        <circle
          className="rooms-count"
          r={countRadius}
          strokeDasharray={`${whole * left} ${whole}`}
          transform="rotate(-90)"
        />
      )}
    </>
  );
}

function Middle({ room, wheelPhase, currency, language }: Omit<WheelProps, "reducedMotion">): ReactNode {
  const { t } = useTranslation("rooms", "bets");
  const counting = useSecondsTo(room.state === "counting" ? room.countingUntilMs : null);
  const money = (micros: bigint) => showMoney(micros, currency, language, { brief: true });
  if (wheelPhase === "ticket" || wheelPhase === "shown")
    return <Winner room={room} wheelPhase={wheelPhase} currency={currency} language={language} />;
  const line =
    room.state === "counting"
      ? undefined
      : wheelPhase === "turning"
        ? t("turning")
        : room.state === "drawing"
          ? t("drawing")
          : room.state === "refunded"
            ? t.in("refunded", room.result?.reason ?? "left")
            : room.state === null
              ? t(room.known ? "no_round" : "bets:connecting")
              : t(room.entries.length === 0 ? "empty" : "one_player");
  return (
    <>
      <span className="field-label">{t("pot")}</span>
      <b className="pot">{money(room.pot)}</b>
      {line === undefined ? (
        <b className="time">{`00:${String(Math.min(59, counting)).padStart(2, "0")}`}</b>
      ) : (
        <span className="line">{line}</span>
      )}
    </>
  );
}

function Winner({ room, wheelPhase, currency, language }: Omit<WheelProps, "reducedMotion">) {
  const { t } = useTranslation("rooms", "bets");
  const { result } = room;
  if (!result?.winner || result.ticket === null) return null;
  const mine = result.winner.id === room.me;
  const name = mine ? t("bets:feed.you") : (result.winner.face?.name ?? t("bets:feed.hidden"));
  const payout = parseDecimal(result.payout ?? "0");
  const gained = payout > parseDecimal(result.winner.held);
  return (
    <>
      <span className="field-label">{t("ticket")}</span>
      <b className="ticket num">{ticketText(BigInt(result.ticket), language)}</b>
      {wheelPhase === "shown" && (
        <>
          <span className="row gap-2 name">
            {result.winner.face && <PlayerAvatar of={result.winner.face.avatar} size={26} />}
            <span className="ellipsis">{name}</span>
          </span>
          <b className={gained ? "pay win" : "pay"}>
            {showMoney(payout, currency, language, { brief: true, signed: gained })}
          </b>
        </>
      )}
    </>
  );
}
