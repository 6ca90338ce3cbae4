import { showCount } from "#kit/i18n/numbers.ts";
import "#modules/bets/web/bets.css";
import "./crash.css";
import { Minus, Plus } from "lucide-react";
import { useCallback, useMemo, useRef, useState } from "react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { requestContext } from "#kit/web/context.ts";
import { useFirstSnapshot } from "#kit/web/first-snapshot.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#kit/web/use-api.ts";
import type { BetMode } from "#modules/bets/web/bet-mode.ts";
import { DemoNote } from "#modules/bets/web/demo-note.tsx";
import type { FeedTab } from "#modules/bets/web/feed-column.tsx";
import { HotkeysButton } from "#modules/bets/web/hotkeys-button.tsx";
import { ModeTabs } from "#modules/bets/web/mode-tabs.tsx";
import { PanelTools } from "#modules/bets/web/panel-tools.tsx";
import { useRefusal } from "#modules/bets/web/refusal.ts";
import { SessionStrip } from "#modules/bets/web/session-strip.tsx";
import { useGameInfo } from "#modules/bets/web/use-game-info.ts";
import { useHeldBalance } from "#modules/bets/web/use-held-balance.ts";
import { usePlayerContext, usePlayerContextKey } from "#modules/bets/web/use-player-context.ts";
import { useStoredChoice } from "#modules/bets/web/use-stored-choice.ts";
import { MissedNote } from "#modules/engines/shared-rounds/web/missed-note.tsx";
import { RoundColumn } from "#modules/engines/shared-rounds/web/round-column.tsx";
import { useMissed } from "#modules/engines/shared-rounds/web/use-missed.ts";
import { CommitmentBar } from "#modules/fairness/web/commitment-bar.tsx";
import { ends } from "#modules/fairness/web/seed-bar.tsx";
import { crashChannel, getCrash, getCrashBets } from "../shared/contract.ts";
import { rowIdOf } from "../shared/feed-row.ts";
import { crashLimits } from "../shared/limits.ts";
import { windowName } from "../shared/round.ts";
import { BetSlot } from "./bet-slot.tsx";
import { CrashRules } from "./crash-rules.tsx";
import { CrashStage } from "./crash-stage.tsx";
import type { CrashSnapshot } from "./crash-view.ts";
import { OwnCrashBets } from "./own-crash-bets.tsx";
import { isPracticeBet } from "./practice.ts";
import { RoundBetsTable } from "./round-bets-table.tsx";
import { RoundFigures } from "./round-figures.tsx";
import { slotPhase } from "./slots.ts";
import { type SlotIndex, useCrash } from "./use-crash.ts";
import { useCues } from "./use-cues.ts";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

const texts = ["crash", "bets", "fairness"] as const;
export const handle = { game: true, texts };

const onOff = ["off", "on"] as const;
const slotIndexes = [0, 1] as const;

/** The round and the player's own bets in it are in the first HTML. */
export async function loader({ context }: LoaderFunctionArgs): Promise<CrashSnapshot | null> {
  return (await context.get(requestContext).snapshot(crashChannel.name)) as CrashSnapshot | null;
}

/** In the browser the WebSocket delivers them sooner. */
export const clientLoader = () => null;

export default function CrashPage() {
  const { t } = useTranslation(...texts);
  const frame = useRef<HTMLDivElement>(null);
  const playerContext = usePlayerContext();
  const contextKey = usePlayerContextKey();
  const { currency, language } = playerContext;
  const info = useGameInfo(getCrash, crashLimits, playerContext);
  const balance = useHeldBalance();
  const [wanted, setMode] = useState<BetMode>("manual");
  const mode = info.features.autobet ? wanted : "manual";
  const [tab, setTab] = useState<FeedTab>("all");
  const [rulesOpen, setRulesOpen] = useState(false);
  const [sound, setSound] = useStoredChoice("sound", onOff, "off");
  const [second, setSecond] = useStoredChoice("crash:second", onOff, "off");
  const [hotkeys, setHotkeys] = useStoredChoice("hotkeys", onOff, "off");
  const closed = playerContext.playerId === null ? null : info.closed;
  const refusals = [useRefusal(currency, language, closed), useRefusal(currency, language, closed)] as const;
  const crash = useCrash({
    playerId: playerContext.playerId,
    currency,
    first: useFirstSnapshot(useLoaderData<typeof loader>()),
    onRefused: (slot, refusal) => refusals[slot].refuse(refusal),
    onBalance: (of, sum) => {
      balance.show(of, sum);
      balance.release();
    },
  });
  const { view, slots } = crash;
  const missed = useMissed(
    { snapshots: view.snapshots, mine: view.mine.filter(bet => !isPracticeBet(bet.id)) },
    crash.connected,
    latestBets,
  );
  const own = useMemo(() => new Set(view.mine.map(bet => rowIdOf(bet.id))), [view.mine]);
  const [running, setRunning] = useState<readonly [boolean, boolean]>([false, false]);
  const setRunningA = useCallback((on: boolean) => setRunning(([, b]) => [on, b]), []);
  const setRunningB = useCallback((on: boolean) => setRunning(([a]) => [a, on]), []);
  const riding = slotIndexes.map(index => slotPhase(slots[index], crash.bets[index], view.state).name === "riding");
  const cashOut = (index: SlotIndex) => void crash.cashOut(index);
  // A bet or a run of the second panel is always visible.
  const secondNeeded = running[1] || crash.bets[1]?.status === "open" || slots[1].placing || slots[1].queued !== null;
  const secondOpen = second === "on" || secondNeeded;
  const keys = [
    { code: "Space", text: t("cash_out"), run: () => cashOut(riding[0] ? 0 : 1) },
    { code: "KeyA", text: t("cash_out_of", { letter: "A" }), run: () => cashOut(0) },
    { code: "KeyB", text: t("cash_out_of", { letter: "B" }), run: () => cashOut(1) },
  ];
  useCues(view, sound === "on");

  return (
    <div className={secondOpen ? "game g-crash two-bars" : "game g-crash"} ref={frame}>
      <PageHead title={t("title")} description={t("description")} />
      <section className="panel" aria-label={t("panel")}>
        <MissedNote missed={missed} language={language} />
        <ModeTabs gameSession={{ info, mode, setMode }} locked={running[0] || running[1]} />
        {slotIndexes.slice(0, secondOpen ? 2 : 1).map(index => (
          <BetSlot
            key={`${index}:${contextKey}`}
            index={index}
            mode={mode}
            slot={slots[index]}
            bet={crash.bets[index]}
            view={view}
            connected={crash.connected}
            info={info}
            playerContext={playerContext}
            quiet={index === 1}
            refusal={refusals[index].refusal}
            onBet={request => {
              refusals[index].clear();
              crash.bet(index, request);
            }}
            onCancel={() => crash.cancel(index)}
            onCashOut={() => cashOut(index)}
            playOnce={request => crash.playOnce(index, request)}
            onLeave={() => crash.leave(index)}
            onRunning={index === 0 ? setRunningA : setRunningB}
          />
        ))}
        {!secondNeeded && (
          <Button variant="outline" wide onClick={() => setSecond(secondOpen ? "off" : "on")}>
            <Icon of={secondOpen ? Minus : Plus} size={16} />
            {t(secondOpen ? "second.hide" : "second.add")}
          </Button>
        )}
        {!playerContext.playerId && <DemoNote />}
        <HotkeysButton hotkeys={{ on: hotkeys === "on", set: on => setHotkeys(on ? "on" : "off") }} keys={keys} />
        {crash.session.bets > 0 && (
          <SessionStrip
            session={crash.session}
            currency={currency}
            language={language}
            bets={t("bets", { count: crash.session.bets, shown: showCount(crash.session.bets, language) })}
          />
        )}
        <div className="push">
          <PanelTools
            sound={sound === "on"}
            onSound={on => setSound(on ? "on" : "off")}
            onStatistics={() => setTab(tab === "statistics" ? "all" : "statistics")}
            onRules={() => setRulesOpen(true)}
            frame={frame}
          />
        </div>
        <RoundFigures view={view} info={info} currency={currency} language={language} />
      </section>
      <CrashStage
        view={view}
        own={own}
        connected={crash.connected}
        language={language}
        demo={!playerContext.playerId}
        seedBar={
          <CommitmentBar
            commitment={view.commitment}
            name={t("hash")}
            line={
              view.commitment
                ? t("hash_line", { hash: ends(view.commitment, 14, 8), round: showCount(view.round ?? 0, language) })
                : ""
            }
            id={view.round === null ? null : `${windowName}-${view.round}`}
            verify={t("verify")}
          />
        }
      />
      <RoundColumn
        title={t("this_round")}
        tab={tab}
        onTab={setTab}
        player={playerContext}
        count={view.betCount}
        session={crash.session}
        own={<OwnCrashBets key={contextKey} fresh={crash.session.bets} language={language} />}
      >
        <RoundBetsTable view={view} own={own} language={language} />
      </RoundColumn>
      {rulesOpen && (
        <CrashRules info={info} currency={currency} language={language} onClose={() => setRulesOpen(false)} />
      )}
    </div>
  );
}

async function latestBets() {
  const reply = await call(getCrashBets, { query: {} });
  return reply.ok ? reply.body.data.items : null;
}
