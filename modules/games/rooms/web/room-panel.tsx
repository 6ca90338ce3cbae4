import { LogOut } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { Language } from "#kit/i18n/locale.ts";
import { type Micros, micros, parseDecimal } from "#kit/money/amount.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { StakeLimits } from "#modules/bets/shared/stakes.ts";
import { RunAction, RunFields } from "#modules/bets/web/auto-run.tsx";
import { AutobetNote } from "#modules/bets/web/autobet-note.tsx";
import { BarStake, BetBar } from "#modules/bets/web/bet-bar.tsx";
import { GameTools } from "#modules/bets/web/game-foot.tsx";
import type { Hotkey } from "#modules/bets/web/hotkeys.ts";
import { HotkeysButton } from "#modules/bets/web/hotkeys-button.tsx";
import { amount, Who } from "#modules/bets/web/live-bets.tsx";
import { ModeTabs } from "#modules/bets/web/mode-tabs.tsx";
import { doubleStake, halveStake, stakeText } from "#modules/bets/web/stake.ts";
import { StakeField, stakeOf } from "#modules/bets/web/stake-field.tsx";
import type { GameSession } from "#modules/bets/web/use-game-session.ts";
import { useSteadyKey } from "#modules/bets/web/use-steady-key.ts";
import { NoDemoNote } from "#modules/engines/multiplayer/web/no-demo-note.tsx";
import type { PastRoomRound } from "../shared/contract.ts";
import { roomLimits, roundMaximum } from "../shared/limits.ts";
import { mustLose, roomsConfiguration, shareOf } from "../shared/rules.ts";
import { heldBy, type RoomView } from "./rooms-view.ts";
import { percent } from "./show.ts";
import type { Entered, WheelPhase } from "./use-rooms.ts";
import { useRun } from "./use-run.ts";

interface RoomPanelProps {
  readonly gameSession: GameSession;
  readonly room: RoomView;
  readonly wheelPhase: WheelPhase;
  readonly busy: boolean;
  readonly connected: boolean;
  /** Rounds whose result may be shown. */
  readonly history: readonly PastRoomRound[];
  onEnter(stake: Micros): Promise<Entered>;
  onLeave(): void;
}

/** The stake, joining and leaving, the resulting share, and earlier rounds. */
export function RoomPanel(props: RoomPanelProps) {
  const { gameSession, room, wheelPhase, busy, connected } = props;
  const { playerContext } = gameSession;
  const { currency, language } = playerContext;
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
    wheelPhase,
    connected,
    limits: roomLimits[room.colour][currency],
    balance: playerContext.balance,
    enter: props.onEnter,
  });
  const type = (value: string) => {
    setTyped(value);
    gameSession.refusal.clear();
  };
  const ready = playerContext.playerId !== null && open && !busy && stake !== null && left >= min;
  const key = useSteadyKey("enter");
  const enter = () => {
    if (ready && gameSession.mode === "manual") key.press(() => void props.onEnter(stake));
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
      {playerContext.playerId === null ? (
        <h2 className="display rooms-head">{t("enter_title")}</h2>
      ) : (
        <ModeTabs gameSession={gameSession} locked={running} />
      )}
      <StakeField
        value={text}
        onChange={type}
        limits={limits}
        currency={currency}
        language={language}
        balance={playerContext.balance}
        disabled={running}
        error={gameSession.refusal.refusal ?? undefined}
      />
      {gameSession.mode === "auto" && (
        <RunFields gameSession={gameSession} stake={stake} onStake={type} running={running} />
      )}
      <BetBar stake={<BarStake value={text} onChange={type} limits={limits} disabled={running} />}>
        {playerContext.playerId === null ? (
          <Link className="btn primary l full-width" to="?signup">
            {t("sign_in")}
          </Link>
        ) : gameSession.mode === "auto" ? (
          <RunAction gameSession={gameSession} autobet={autobet} stake={stake} ready={connected} />
        ) : (
          <Button
            variant="primary"
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
      {playerContext.playerId === null && <NoDemoNote to="/games/coinflip" />}
      <HotkeysButton hotkeys={gameSession.hotkeys} keys={keys} />
      <Chance room={room} held={held} stake={stake ?? 0n} language={language} />
      {held > 0n && room.state === "waiting" && (
        <Button variant="outline" wide busy={busy} onClick={props.onLeave}>
          <Icon of={LogOut} size={18} />
          {t("leave", { sum: money(held) })}
        </Button>
      )}
      <hr className="divider" />
      <h2 className="display rooms-head">{t("past")}</h2>
      <PastRounds history={props.history} language={language} />
      <GameTools gameSession={gameSession} fast={false} />
      <div className="key-value">
        <span>{t("fee")}</span>
        <b>{`${100 - roomsConfiguration.payout_percent}%`}</b>
      </div>
      <div className="key-value">
        <span>{t("maximum")}</span>
        <b>{money(roundMaximum(currency))}</b>
      </div>
    </section>
  );
}

function Chance({ room, held, stake, language }: { room: RoomView; held: bigint; stake: bigint; language: Language }) {
  const { t } = useTranslation("rooms");
  const then = shareOf(held + stake, room.pot + stake);
  const now = shareOf(held, room.pot);
  const alone = room.pot === held;
  return (
    <>
      <div className="key-value">
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

function PastRounds({ history, language }: { history: readonly PastRoomRound[]; language: Language }) {
  const { t } = useTranslation("rooms");
  const href = useHref();
  if (history.length === 0) return <p className="muted sm">{t("no_past")}</p>;
  return (
    <ul className="rooms-past">
      {history.slice(0, 6).map(past => (
        <li key={past.id}>
          <Link to={href(`/verify/${past.id}`)}>
            {past.winner ? (
              <Winner past={past} language={language} />
            ) : (
              <span className="muted">{t("given_back")}</span>
            )}
            <span className="sr-only">{t("check", { round: past.round })}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** A win is shown as one only when more came back than was staked. */
function Winner({ past, language }: { past: PastRoomRound; language: Language }) {
  const held = parseDecimal(past.winner?.held ?? "0");
  const payout = past.payout ?? "0";
  return (
    <>
      <Who player={past.winner?.face ?? null} mine={false} test={false} />
      <span className="muted num">{percent(shareOf(held, parseDecimal(past.pot)), language)}</span>
      <b className={parseDecimal(payout) > held ? "num win" : "num"}>{amount(payout, past.currency, language)}</b>
    </>
  );
}
