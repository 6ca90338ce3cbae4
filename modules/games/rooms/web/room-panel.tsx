import { LogOut } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { type Micros, micros, parseDecimal } from "#kit/money/amount.ts";
import { type NumberLanguage, showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { StakeLimits } from "#modules/bets/shared/stakes.ts";
import { RunAction, RunFields } from "#modules/bets/web/auto-run.tsx";
import { AutobetNote } from "#modules/bets/web/autobet-note.tsx";
import { BarStake, BetBar } from "#modules/bets/web/bet-bar.tsx";
import { DeskTools } from "#modules/bets/web/desk-foot.tsx";
import { HotkeyLine } from "#modules/bets/web/hotkey-line.tsx";
import type { Hotkey } from "#modules/bets/web/hotkeys.ts";
import { amount, Who } from "#modules/bets/web/live-bets.tsx";
import { ModeTabs } from "#modules/bets/web/mode-tabs.tsx";
import { doubleStake, halveStake, stakeText } from "#modules/bets/web/stake.ts";
import { StakeField, stakeOf } from "#modules/bets/web/stake-field.tsx";
import type { GameDesk } from "#modules/bets/web/use-game-desk.ts";
import { useSteadyKey } from "#modules/bets/web/use-steady-key.ts";
import { NoDemoNote } from "#modules/engines/multiplayer/web/no-demo-note.tsx";
import type { PastRoomRound } from "../shared/contract.ts";
import { roomLimits, roundMaximum } from "../shared/limits.ts";
import { mustLose, roomsConfiguration, shareOf } from "../shared/rules.ts";
import { heldBy, type RoomView } from "./rooms-view.ts";
import { percent } from "./show.ts";
import type { Entered, Turn } from "./use-rooms.ts";
import { useRun } from "./use-run.ts";

interface RoomPanelProps {
  readonly desk: GameDesk;
  readonly room: RoomView;
  readonly turn: Turn;
  readonly busy: boolean;
  readonly connected: boolean;
  /** Rounds whose end may be told already. */
  readonly history: readonly PastRoomRound[];
  onEnter(stake: Micros): Promise<Entered>;
  onLeave(): void;
}

/** The stake, the way in and out, what it would change, and the rounds before. */
export function RoomPanel(props: RoomPanelProps) {
  const { desk, room, turn, busy, connected } = props;
  const { table } = desk;
  const { currency, language } = table;
  const { t } = useTranslation("rooms", "bets");
  const { min } = roomLimits[room.colour][currency];
  const held = heldBy(room);
  const left = roundMaximum(currency) - held;
  const limits: StakeLimits = { min, max: micros(left > min ? left : min) };
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? stakeText(micros(min * 10n));
  const stake = stakeOf(text, limits);
  const open = connected && (room.state === "waiting" || room.state === "counting");
  const money = (sum: bigint) => showMoney(sum, currency, language, { brief: true });
  const { autobet, running } = useRun({
    room,
    turn,
    connected,
    limits: roomLimits[room.colour][currency],
    balance: table.balance,
    enter: props.onEnter,
  });
  const type = (value: string) => {
    setTyped(value);
    desk.refusal.clear();
  };
  const ready = table.playerId !== null && open && !busy && stake !== null && left >= min;
  const key = useSteadyKey("enter");
  const enter = () => {
    if (ready && desk.mode === "manual") key.press(() => void props.onEnter(stake));
  };
  const action = t(held > 0n ? "add" : "enter", { stake: stake === null ? "" : money(stake) });
  const keys: readonly Hotkey[] = [
    { code: "Space", text: action, run: enter },
    {
      code: "KeyA",
      text: t("bets:hotkeys.halve"),
      run: () => stake !== null && type(stakeText(halveStake(stake, limits))),
    },
    {
      code: "KeyD",
      text: t("bets:hotkeys.double"),
      run: () => stake !== null && type(stakeText(doubleStake(stake, limits))),
    },
  ];
  return (
    <section className="panel" aria-label={t("panel")}>
      {table.playerId === null ? (
        <h2 className="d rooms-h">{t("enter_title")}</h2>
      ) : (
        <ModeTabs desk={desk} locked={running} />
      )}
      <StakeField
        value={text}
        onChange={type}
        limits={limits}
        currency={currency}
        language={language}
        balance={table.balance}
        disabled={running}
        error={desk.refusal.refusal ?? undefined}
      />
      {desk.mode === "auto" && <RunFields desk={desk} stake={stake} onStake={type} running={running} />}
      <BetBar stake={<BarStake value={text} onChange={type} limits={limits} disabled={running} />}>
        {table.playerId === null ? (
          <Link className="btn pri l w" to="?signup">
            {t("sign_in")}
          </Link>
        ) : desk.mode === "auto" ? (
          <RunAction desk={desk} autobet={autobet} stake={stake} ready={connected} />
        ) : (
          <Button
            look="pri"
            size="l"
            wide
            busy={busy}
            disabled={!open || stake === null || left < min}
            aria-disabled={!key.steady}
            onClick={enter}
          >
            {action}
          </Button>
        )}
      </BetBar>
      <AutobetNote state={autobet.state} currency={currency} language={language} />
      {table.playerId === null && <NoDemoNote to="/games/coinflip" />}
      <HotkeyLine hotkeys={desk.hotkeys} keys={keys} />
      <Chance room={room} held={held} stake={stake ?? 0n} language={language} />
      {held > 0n && room.state === "waiting" && (
        <Button look="out" wide busy={busy} onClick={props.onLeave}>
          <Icon of={LogOut} size={18} />
          {t("leave", { sum: money(held) })}
        </Button>
      )}
      <hr className="hr" />
      <h2 className="d rooms-h">{t("past")}</h2>
      <PastRounds history={props.history} language={language} />
      <DeskTools desk={desk} fast={false} />
      <div className="kv">
        <span>{t("fee")}</span>
        <b>{`${100 - roomsConfiguration.payout_percent}%`}</b>
      </div>
      <div className="kv">
        <span>{t("maximum")}</span>
        <b>{money(roundMaximum(currency))}</b>
      </div>
    </section>
  );
}

function Chance({
  room,
  held,
  stake,
  language,
}: {
  room: RoomView;
  held: bigint;
  stake: bigint;
  language: NumberLanguage;
}) {
  const { t } = useTranslation("rooms");
  const then = shareOf(held + stake, room.pot + stake);
  const now = shareOf(held, room.pot);
  const alone = room.pot === held;
  return (
    <>
      <div className="kv">
        <span>{t("chance")}</span>
        <b>
          {alone ? "–" : held > 0n ? `${percent(now, language)} → ${percent(then, language)}` : percent(then, language)}
        </b>
      </div>
      {!alone && held > 0n && mustLose(held, room.pot) ? (
        <p className="rooms-warn" role="status">
          {t("must_lose")}
        </p>
      ) : (
        !alone &&
        stake > 0n &&
        mustLose(held + stake, room.pot + stake) && <p className="rooms-warn">{t("would_lose")}</p>
      )}
    </>
  );
}

function PastRounds({ history, language }: { history: readonly PastRoomRound[]; language: NumberLanguage }) {
  const { t } = useTranslation("rooms");
  const href = useHref();
  if (history.length === 0) return <p className="mut sm">{t("no_past")}</p>;
  return (
    <ul className="rooms-past">
      {history.slice(0, 6).map(past => (
        <li key={past.id}>
          <Link to={href(`/verify/${past.id}`)}>
            {past.winner ? <Winner past={past} language={language} /> : <span className="mut">{t("given_back")}</span>}
            <span className="sr">{t("check", { round: past.round })}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** A win is shown as one only when more came back than was staked. */
function Winner({ past, language }: { past: PastRoomRound; language: NumberLanguage }) {
  const held = parseDecimal(past.winner?.held ?? "0");
  const payout = past.payout ?? "0";
  return (
    <>
      <Who player={past.winner?.face ?? null} mine={false} test={false} />
      <span className="mut num">{percent(shareOf(held, parseDecimal(past.pot)), language)}</span>
      <b className={parseDecimal(payout) > held ? "num win" : "num"}>{amount(payout, past.currency, language)}</b>
    </>
  );
}
