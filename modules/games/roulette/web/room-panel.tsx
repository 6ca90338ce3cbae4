import { parseDecimal } from "#kit/money/amount.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { FieldError } from "#kit/ui/input.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { callHouse } from "#kit/web/house.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { RunAction, RunFields } from "#modules/bets/web/auto-run.tsx";
import { AutobetNote } from "#modules/bets/web/autobet-note.tsx";
import { BarSum } from "#modules/bets/web/bet-bar.tsx";
import { DemoNote } from "#modules/bets/web/demo-note.tsx";
import { DeskTools } from "#modules/bets/web/desk-foot.tsx";
import { HotkeyLine } from "#modules/bets/web/hotkey-line.tsx";
import { ModeTabs } from "#modules/bets/web/mode-tabs.tsx";
import { useSteadyKey } from "#modules/bets/web/use-steady-key.ts";
import { MissedNote } from "#modules/engines/shared-rounds/web/missed-note.tsx";
import { useMissed } from "#modules/engines/shared-rounds/web/use-missed.ts";
import { getRouletteBets } from "../shared/contract.ts";
import { totalStake } from "../shared/rules.ts";
import { ChipActs, ChipHand } from "./bet-panel.tsx";
import { Countdown } from "./countdown.tsx";
import { type Room, ways } from "./use-room.ts";
import { paperPrefix } from "./use-roulette.ts";

/** The bet panel: way of playing, chips, the one action, and how long bets are taken. */
export function RoomPanel({ room }: { room: Room }) {
  const { t } = useTranslation("roulette", "bets");
  const { desk, table, alone, chips, isTable, locked, view, inPlay, autobet, running } = room;
  const { currency, language, playerId } = desk.table;
  const money = (micros: bigint) => showMoney(micros, currency, language);
  const brief = (micros: bigint) => showMoney(micros, currency, language, { brief: true });
  const unheard = alone.unheard && !isTable;
  const mine = view.mine.filter(bet => !bet.id.startsWith(paperPrefix));
  const missed = useMissed({ snapshots: view.snapshots, mine }, table.connected, latestBets);
  const key = useSteadyKey(unheard ? "ask again" : room.way);
  return (
    <section className="panel" aria-label={t("bets:panel")}>
      <MissedNote missed={missed} language={language} />
      <Tabs
        label={t("ways")}
        value={room.way}
        onChange={next => !alone.busy && !running && room.setWay(next)}
        fill
        items={ways.map(value => ({ value, text: t(value) }))}
      />
      <ModeTabs desk={desk} locked={running} />
      <div className="rl-act">
        <ChipHand
          values={chips.values}
          chip={chips.inHand}
          currency={currency}
          language={language}
          onChip={chips.take}
        />
        <ChipActs
          canUndo={chips.laid.length > 0}
          canRepeat={chips.canRepeat}
          locked={locked}
          onUndo={chips.undo}
          onDouble={chips.double}
          onClear={chips.clear}
          onRepeat={chips.repeat}
        />
        <div className="rl-bet">
          <BarSum label={t("bets:stake")} sum={brief(chips.stake)} />
          <div className="bet-act">
            {desk.mode === "auto" && !unheard ? (
              <RunAction desk={desk} autobet={autobet} stake={chips.stake} fixed ready={chips.laid.length > 0} />
            ) : (
              <Button
                look="pri"
                size="l"
                wide
                busy={table.placing || alone.busy}
                disabled={!unheard && (chips.laid.length === 0 || locked)}
                aria-disabled={!key.steady}
                onClick={() => key.press(() => void (unheard ? alone.resume() : room.confirm()))}
              >
                {actionText()}
              </Button>
            )}
          </div>
        </div>
        <AutobetNote state={autobet.state} currency={currency} language={language} />
        {isTable && <div className="rl-state">{tableState()}</div>}
      </div>
      {desk.mode === "auto" && <RunFields desk={desk} stake={chips.stake} running={running} />}
      {desk.refusal.refusal && <FieldError text={desk.refusal.refusal} />}
      <div className="col g3">
        <div className="kv">
          <span>{t("on_table")}</span>
          <b>{money(totalStake(room.laid) + totalStake(inPlay))}</b>
        </div>
        <div className="kv">
          <span>{t("spot_limit")}</span>
          <b>{brief(desk.info.limits.max)}</b>
        </div>
        <div className="kv">
          <span>{t("win_cap")}</span>
          <b>{brief(winCap())}</b>
        </div>
      </div>
      {playerId === null && <DemoNote />}
      <HotkeyLine hotkeys={desk.hotkeys} keys={keys()} />
      <DeskTools desk={desk} />
    </section>
  );

  function keys() {
    const whenOpen = (run: () => void) => () => !locked && run();
    return [
      { code: "Space", text: actionText(), run: () => key.press(() => void room.confirm()) },
      { code: "KeyU", text: t("undo"), run: whenOpen(chips.undo) },
      { code: "KeyD", text: t("double"), run: whenOpen(chips.double) },
      { code: "KeyR", text: t("repeat"), run: whenOpen(() => chips.canRepeat && chips.repeat()) },
      { code: "KeyC", text: t("clear"), run: whenOpen(chips.clear) },
    ];
  }

  function actionText(): string {
    const { laid } = chips;
    const amount = money(chips.stake);
    if (unheard) return t("bets:ask_again");
    if (!isTable) return laid.length > 0 ? t("spin", { amount }) : t("confirm_none");
    if (laid.length === 0 && inPlay.length > 0) return t("placed", { amount: money(totalStake(inPlay)) });
    if (!room.takesBets) return t(room.turning ? "closed" : "wait");
    if (laid.length === 0) return t("confirm_none");
    return t(inPlay.length > 0 ? "placed_more" : "confirm", { amount });
  }

  function tableState() {
    if (!table.connected) return <p className="note warn">{t("lost_connection")}</p>;
    if (view.state === null)
      return <p className="mut sm">{t(view.snapshots === 0 ? "bets:connecting" : "no_round")}</p>;
    if (view.state === "voided") return <p className="note br">{t("voided")}</p>;
    if (view.bettingEndsAtMs !== null) return <Countdown endsAtMs={view.bettingEndsAtMs} />;
    return <p className="mut sm">{t(room.turning ? "spinning" : "next_spin")}</p>;
  }

  function winCap(): bigint {
    const told = isTable ? view.winCaps[currency] : desk.info.told?.private_win_cap;
    return typeof told === "string" ? parseDecimal(told) : desk.info.winCap;
  }
}

async function latestBets() {
  const reply = await callHouse(getRouletteBets, { query: {} });
  return reply.ok ? reply.body.data.items : null;
}
