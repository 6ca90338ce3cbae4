import { parseDecimal } from "#kit/money/amount.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { FieldError } from "#kit/ui/input.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#kit/web/use-api.ts";
import { RunAction, RunFields } from "#modules/bets/web/auto-run.tsx";
import { AutobetNote } from "#modules/bets/web/autobet-note.tsx";
import { BarSum } from "#modules/bets/web/bet-bar.tsx";
import { DemoNote } from "#modules/bets/web/demo-note.tsx";
import { GameTools } from "#modules/bets/web/game-foot.tsx";
import { HotkeysButton } from "#modules/bets/web/hotkeys-button.tsx";
import { ModeTabs } from "#modules/bets/web/mode-tabs.tsx";
import { useSteadyKey } from "#modules/bets/web/use-steady-key.ts";
import { MissedNote } from "#modules/engines/shared-rounds/web/missed-note.tsx";
import { useMissed } from "#modules/engines/shared-rounds/web/use-missed.ts";
import { getRouletteBets } from "../shared/contract.ts";
import { totalStake } from "../shared/rules.ts";
import { ChipActs, ChipHand } from "./bet-panel.tsx";
import { Countdown } from "./countdown.tsx";
import { practicePrefix } from "./use-roulette.ts";
import { playModes, type RoulettePageState } from "./use-roulette-page.ts";

/** The bet panel: mode, chips, the primary action, and the time left for bets. */
export function RoulettePanel({ page }: { page: RoulettePageState }) {
  const { t } = useTranslation("roulette", "bets");
  const { gameSession, table, alone, chips, isTable, locked, view, inPlay, autobet, running } = page;
  const { currency, language, playerId } = gameSession.playerContext;
  const money = (micros: bigint) => showMoney(micros, currency, language);
  const brief = (micros: bigint) => showMoney(micros, currency, language, { brief: true });
  const noResponse = alone.noResponse && !isTable;
  const mine = view.mine.filter(bet => !bet.id.startsWith(practicePrefix));
  const missed = useMissed({ snapshots: view.snapshots, mine }, table.connected, latestBets);
  const key = useSteadyKey(noResponse ? "ask again" : page.playMode);
  return (
    <section className="panel" aria-label={t("bets:panel")}>
      <MissedNote missed={missed} language={language} />
      <Tabs
        label={t("ways")}
        value={page.playMode}
        onChange={next => !alone.busy && !running && page.setPlayMode(next)}
        fill
        items={playModes.map(value => ({ value, text: t(value) }))}
      />
      <ModeTabs gameSession={gameSession} locked={running} />
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
            {gameSession.mode === "auto" && !noResponse ? (
              <RunAction
                gameSession={gameSession}
                autobet={autobet}
                stake={chips.stake}
                fixed
                ready={chips.laid.length > 0}
              />
            ) : (
              <Button
                variant="primary"
                size="l"
                wide
                busy={table.placing || alone.busy}
                disabled={!noResponse && (chips.laid.length === 0 || locked)}
                aria-disabled={!key.steady}
                onClick={() => key.press(() => void (noResponse ? alone.resume() : page.confirm()))}
              >
                {actionText()}
              </Button>
            )}
          </div>
        </div>
        <AutobetNote state={autobet.state} currency={currency} language={language} />
        {isTable && <div className="rl-state">{tableState()}</div>}
      </div>
      {gameSession.mode === "auto" && <RunFields gameSession={gameSession} stake={chips.stake} running={running} />}
      {gameSession.refusal.refusal && <FieldError text={gameSession.refusal.refusal} />}
      <div className="col gap-3">
        <div className="key-value">
          <span>{t("on_table")}</span>
          <b>{money(totalStake(page.laid) + totalStake(inPlay))}</b>
        </div>
        <div className="key-value">
          <span>{t("spot_limit")}</span>
          <b>{brief(gameSession.info.limits.max)}</b>
        </div>
        <div className="key-value">
          <span>{t("win_cap")}</span>
          <b>{brief(winCap())}</b>
        </div>
      </div>
      {playerId === null && <DemoNote />}
      <HotkeysButton hotkeys={gameSession.hotkeys} keys={keys()} />
      <GameTools gameSession={gameSession} />
    </section>
  );

  function keys() {
    const whenOpen = (run: () => void) => () => !locked && run();
    return [
      { code: "Space", text: actionText(), run: () => key.press(() => void page.confirm()) },
      { code: "KeyU", text: t("undo"), run: whenOpen(chips.undo) },
      { code: "KeyD", text: t("double"), run: whenOpen(chips.double) },
      { code: "KeyR", text: t("repeat"), run: whenOpen(() => chips.canRepeat && chips.repeat()) },
      { code: "KeyC", text: t("clear"), run: whenOpen(chips.clear) },
    ];
  }

  function actionText(): string {
    const { laid } = chips;
    const amount = money(chips.stake);
    if (noResponse) return t("bets:ask_again");
    if (!isTable) return laid.length > 0 ? t("spin", { amount }) : t("confirm_none");
    if (laid.length === 0 && inPlay.length > 0) return t("placed", { amount: money(totalStake(inPlay)) });
    if (!page.takesBets) return t(page.turning ? "closed" : "wait");
    if (laid.length === 0) return t("confirm_none");
    return t(inPlay.length > 0 ? "placed_more" : "confirm", { amount });
  }

  function tableState() {
    if (!table.connected) return <p className="note warn">{t("lost_connection")}</p>;
    if (view.state === null)
      return <p className="muted sm">{t(view.snapshots === 0 ? "bets:connecting" : "no_round")}</p>;
    if (view.state === "voided") return <p className="note brass">{t("voided")}</p>;
    if (view.bettingEndsAtMs !== null) return <Countdown endsAtMs={view.bettingEndsAtMs} />;
    return <p className="muted sm">{t(page.turning ? "spinning" : "next_spin")}</p>;
  }

  function winCap(): bigint {
    const cap = isTable ? view.winCaps[currency] : gameSession.info.response?.private_win_cap;
    return typeof cap === "string" ? parseDecimal(cap) : gameSession.info.winCap;
  }
}

async function latestBets() {
  const reply = await call(getRouletteBets, { query: {} });
  return reply.ok ? reply.body.data.items : null;
}
