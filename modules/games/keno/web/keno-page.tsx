import "#modules/desk/web/desk.css";
import "./keno.css";
import { Eraser, Shuffle } from "lucide-react";
import { useRef, useState } from "react";
import { formatAmount, type Micros } from "#kit/money/amount.ts";
import { showCount, showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { useChannel } from "#kit/web/house.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { AutoForm, freshAutoFields, readAutoFields } from "#modules/desk/web/auto-form.tsx";
import { AutobetNote } from "#modules/desk/web/autobet-note.tsx";
import { DemoNote } from "#modules/desk/web/demo-note.tsx";
import { FeedColumn, type FeedTab } from "#modules/desk/web/feed-column.tsx";
import { useHotkeys } from "#modules/desk/web/hotkeys.ts";
import { LiveBets, useLiveFeed } from "#modules/desk/web/live-bets.tsx";
import { ModeTabs } from "#modules/desk/web/mode-tabs.tsx";
import { HotkeyLine, PanelTools } from "#modules/desk/web/panel-tools.tsx";
import { useRefusal } from "#modules/desk/web/refusal.ts";
import { SessionStrip } from "#modules/desk/web/session-strip.tsx";
import { doubleStake, halveStake, stakeText } from "#modules/desk/web/stake.ts";
import { StakeField, stakeOf } from "#modules/desk/web/stake-field.tsx";
import { Statistics } from "#modules/desk/web/statistics.tsx";
import { useAutobet } from "#modules/desk/web/use-autobet.ts";
import { useHeldBalance } from "#modules/desk/web/use-held-balance.ts";
import { useKept } from "#modules/desk/web/use-kept.ts";
import { useGameInfo, useOwnIds, useTable } from "#modules/desk/web/use-table.ts";
import { SeedBar } from "#modules/fairness/web/seed-bar.tsx";
import { getKeno, kenoChannel } from "../shared/contract.ts";
import { kenoLimits } from "../shared/limits.ts";
import { mostPicks, numbersDrawn, returnPercent } from "../shared/odds.ts";
import { hitsOf, type Risk, risks, rowOf } from "../shared/rules.ts";
import { randomPicks, toggled } from "./board.ts";
import { browserBytes } from "./demo.ts";
import { KenoHistory } from "./keno-history.tsx";
import { KenoRules } from "./keno-rules.tsx";
import { KenoStage } from "./keno-stage.tsx";
import { OwnDraws } from "./own-draws.tsx";
import { drawMs, useKeno } from "./use-keno.ts";

const texts = ["keno", "desk", "fairness"] as const;
export const handle = { game: true, texts };

const onOff = ["off", "on"] as const;

/** Another currency is another table: stakes, runs and sums of the former one do not go over to it. */
export default function KenoPage() {
  return <KenoTable key={useTable().currency} />;
}

function KenoTable() {
  const { t } = useTranslation(...texts);
  const frame = useRef<HTMLDivElement>(null);
  const table = useTable();
  const { currency, language } = table;
  const own = useOwnIds();
  const balance = useHeldBalance();
  const info = useGameInfo(getKeno, kenoLimits, table);
  const limits = info.limits;
  const [picks, setPicks] = useState<readonly number[]>([]);
  const [risk, setRisk] = useKept<Risk>("keno:risk", risks, "medium");
  const [stakeInput, setStakeInput] = useState<string | null>(null);
  const [mode, setMode] = useState<"manual" | "auto">("manual");
  const [auto, setAuto] = useState(freshAutoFields);
  const [tab, setTab] = useState<FeedTab>("all");
  const [rulesOpen, setRulesOpen] = useState(false);
  const [sound, setSound] = useKept("sound", onOff, "off");
  const [fast, setFast] = useKept("keno:fast", onOff, "off");
  const [hotkeys, setHotkeys] = useKept("hotkeys", onOff, "off");
  const { refusal, refuse, clear } = useRefusal(currency, language);

  const stakeTyped = stakeInput ?? stakeText(info.usual);
  const stake = stakeOf(stakeTyped, limits);
  const keno = useKeno({
    playerId: table.playerId,
    currency,
    fast: fast === "on",
    sound: sound === "on",
    onRefused: refuse,
    onShown: (shown, sum) => {
      if (shown.id !== null) own.add(shown.id);
      if (sum !== null) balance.show(shown.currency, sum);
    },
  });
  const bet = { risk, picks };
  const place = (amount: Micros) => {
    clear();
    balance.hold();
    return keno.draw(bet, amount, formatAmount(amount)).finally(balance.release);
  };
  const autobet = useAutobet(limits, place, fast === "on" ? 60 : drawMs + 400);
  const running = autobet.state.phase === "running";
  const locked = running || keno.busy;
  const ready = stake !== null && picks.length > 0;

  const feed = useLiveFeed();
  useChannel(kenoChannel, {
    snapshot: snapshot => feed.reset(snapshot.bets),
    event: (_name, data) => feed.take(data.bets),
  });

  const drawOnce = () => {
    if (stake !== null && ready && !locked && !keno.unheard) void place(stake);
  };
  const choose = (next: readonly number[]) => {
    if (locked) return;
    keno.wipe();
    setPicks(next);
  };
  const setStake = (amount: Micros) => !locked && setStakeInput(stakeText(amount));
  useHotkeys(hotkeys === "on", {
    Space: mode === "manual" ? drawOnce : () => undefined,
    KeyR: () => choose(randomPicks(picks.length || mostPicks, browserBytes)),
    KeyA: () => stake !== null && setStake(halveStake(stake, limits)),
    KeyD: () => stake !== null && setStake(doubleStake(stake, limits)),
  });

  const strategy = stake === null ? "count" : readAutoFields(auto, stake);
  const over = keno.last !== null && keno.landed === numbersDrawn;
  // The feed does not tell the end of a draw whose balls are still falling.
  const falling = keno.last !== null && !over ? keno.last.id : null;
  const liveRows = falling === null ? feed.rows : feed.rows.filter(row => row.id !== falling);
  const shownHits = keno.last ? hitsOf(keno.last.bet.picks, keno.last.drawn.slice(0, keno.landed)) : null;

  return (
    <div className="game g-keno" ref={frame}>
      <PageHead title={t("title")} description={t("description")} />
      <section className="panel" aria-label={t("panel")}>
        <ModeTabs mode={mode} onChange={setMode} locked={running} />
        <StakeField
          value={stakeTyped}
          onChange={setStakeInput}
          limits={limits}
          currency={currency}
          language={language}
          balance={table.balance}
          disabled={running}
          error={refusal ?? undefined}
        />
        <div>
          <div className="lab">{t("risk.label")}</div>
          <Tabs
            label={t("risk.label")}
            value={risk}
            onChange={next => {
              if (locked) return;
              keno.wipe();
              setRisk(next);
            }}
            fill
            items={risks.map(value => ({ value, text: t(`risk.${value}`) }))}
          />
        </div>
        <div className="keno-tools">
          <Button
            look="sec"
            disabled={locked}
            onClick={() => choose(randomPicks(picks.length || mostPicks, browserBytes))}
          >
            <Icon of={Shuffle} size={18} />
            {t("random")}
          </Button>
          <Button look="sec" disabled={locked || picks.length === 0} onClick={() => choose([])}>
            <Icon of={Eraser} size={18} />
            {t("clear")}
          </Button>
        </div>
        {mode === "auto" && (
          <AutoForm
            game="keno"
            currency={currency}
            fields={auto}
            onChange={setAuto}
            stake={stake}
            onStake={setStakeInput}
            disabled={running}
          />
        )}
        <div className="bet-act stick">{actionButton()}</div>
        {!table.playerId && <DemoNote />}
        <AutobetNote state={autobet.state} currency={currency} language={language} />
        <HotkeyLine on={hotkeys === "on"} onChange={on => setHotkeys(on ? "on" : "off")} text={t("hotkeys")} />
        <hr className="hr" />
        <div className="keno-facts">
          <div className="kv">
            <span>{t("picked")}</span>
            <b>
              {picks.length} / {mostPicks}
            </b>
          </div>
          <div className="kv">
            <span>{t("hits")}</span>
            <b>{shownHits ?? "–"}</b>
          </div>
          <div className="kv">
            <span>{t("paid")}</span>
            <b className={over && keno.last && keno.last.payout > keno.last.stake ? "win" : undefined}>
              {over && keno.last ? showMoney(keno.last.payout, keno.last.currency, language) : "–"}
            </b>
          </div>
        </div>
        <hr className="hr" />
        <SessionStrip
          session={keno.session}
          currency={currency}
          language={language}
          bets={t("draws", { count: keno.session.bets, shown: showCount(keno.session.bets, language) })}
        />
        <div className="push">
          <PanelTools
            sound={sound === "on"}
            onSound={on => setSound(on ? "on" : "off")}
            fast={fast === "on"}
            onFast={on => setFast(on ? "on" : "off")}
            onStatistics={() => setTab(tab === "statistics" ? "all" : "statistics")}
            onRules={() => setRulesOpen(true)}
            frame={frame}
          />
        </div>
        <div className="kv">
          <span>{t("return")}</span>
          <b>{picks.length === 0 ? `${info.rtp}%` : returnOf()}</b>
        </div>
        <div className="kv">
          <span>{t("win_cap")}</span>
          <b>{showMoney(info.winCap, currency, language, { brief: true })}</b>
        </div>
      </section>
      <KenoStage
        bet={bet}
        onToggle={number => choose(toggled(picks, number))}
        last={keno.last}
        landed={keno.landed}
        history={<KenoHistory draws={keno.history} language={language} />}
        seedBar={<SeedBar playerId={table.playerId} label={t("next_draw")} last={keno.lastProof} language={language} />}
        language={language}
        locked={locked}
        demo={!table.playerId}
        still={fast === "on"}
      />
      <FeedColumn title={t("latest")} tab={tab} onTab={setTab} signedIn={table.playerId !== null}>
        {tab === "all" && <LiveBets rows={liveRows} own={own.ids} language={language} onHold={feed.hold} />}
        {tab === "mine" && <OwnDraws fresh={keno.session.bets} language={language} />}
        {tab === "statistics" && <Statistics session={keno.session} currency={currency} language={language} />}
      </FeedColumn>
      {rulesOpen && (
        <KenoRules
          info={info}
          risk={risk}
          picks={picks.length || mostPicks}
          currency={currency}
          language={language}
          onClose={() => setRulesOpen(false)}
        />
      )}
    </div>
  );

  /** What the chosen row returns, with two decimals, cut. */
  function returnOf(): string {
    const percent = returnPercent(rowOf(risk, picks.length)).slice(0, -2);
    return `${language === "en" ? percent : percent.replace(".", ",")}%`;
  }

  function actionButton() {
    if (keno.unheard) {
      return (
        <Button look="pri" size="l" wide busy={keno.busy} onClick={() => void keno.resume()}>
          {t("ask_again")}
        </Button>
      );
    }
    if (mode === "manual") {
      return (
        <Button look="pri" size="l" wide disabled={!ready} aria-disabled={keno.busy} onClick={drawOnce}>
          {t(picks.length === 0 ? "action_empty" : "action")}
        </Button>
      );
    }
    return (
      <Button
        look="pri"
        size="l"
        wide
        disabled={!running && (typeof strategy === "string" || picks.length === 0)}
        onClick={() => (running ? autobet.stop() : typeof strategy === "object" && autobet.start(strategy))}
      >
        {running ? t("auto_stop") : t("auto_start")}
      </Button>
    );
  }
}
