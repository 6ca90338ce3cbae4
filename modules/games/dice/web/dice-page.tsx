import "#modules/desk/web/desk.css";
import "./dice.css";
import { useRef, useState } from "react";
import { formatAmount, type Micros } from "#kit/money/amount.ts";
import { showCount, showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
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
import { diceChannel, getDice } from "../shared/contract.ts";
import { diceLimits } from "../shared/limits.ts";
import { largestPayout } from "../shared/rules.ts";
import { DiceHistory } from "./dice-history.tsx";
import { DiceRules } from "./dice-rules.tsx";
import { DiceStage } from "./dice-stage.tsx";
import { type Choice, decimal, targetOf } from "./fields.ts";
import { OwnRolls } from "./own-rolls.tsx";
import { rollMs, useDice } from "./use-dice.ts";

const texts = ["dice", "desk", "fairness"] as const;
export const handle = { game: true, texts };

const onOff = ["off", "on"] as const;

/** Another currency is another table: stakes, runs and sums of the former one do not go over to it. */
export default function DicePage() {
  return <DiceTable key={useTable().currency} />;
}

function DiceTable() {
  const { t } = useTranslation(...texts);
  const frame = useRef<HTMLDivElement>(null);
  const table = useTable();
  const { currency, language } = table;
  const own = useOwnIds();
  const balance = useHeldBalance();
  const info = useGameInfo(getDice, diceLimits, table);
  const limits = info.limits;
  const [choice, setChoice] = useState<Choice>({ direction: "over", winning: 5000 });
  const [stakeInput, setStakeInput] = useState<string | null>(null);
  const [mode, setMode] = useState<"manual" | "auto">("manual");
  const [auto, setAuto] = useState(freshAutoFields);
  const [tab, setTab] = useState<FeedTab>("all");
  const [rulesOpen, setRulesOpen] = useState(false);
  const [sound, setSound] = useKept("sound", onOff, "off");
  const [fast, setFast] = useKept("dice:fast", onOff, "off");
  const [hotkeys, setHotkeys] = useKept("hotkeys", onOff, "off");
  const { refusal, refuse, clear } = useRefusal(currency, language);

  const stakeTyped = stakeInput ?? stakeText(info.usual);
  const stake = stakeOf(stakeTyped, limits);
  const dice = useDice({
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
  const bet = { direction: choice.direction, target: targetOf(choice) };
  const place = (amount: Micros) => {
    clear();
    balance.hold();
    return dice.roll(choice, amount, formatAmount(amount)).finally(balance.release);
  };
  const autobet = useAutobet(limits, place, fast === "on" ? 60 : rollMs + 160);
  const running = autobet.state.phase === "running";
  const locked = running || dice.busy;

  const feed = useLiveFeed();
  useChannel(diceChannel, {
    snapshot: snapshot => feed.reset(snapshot.bets),
    event: (_name, data) => feed.take(data.bets),
  });

  const rollOnce = () => {
    if (stake !== null && !locked && !dice.unheard) void place(stake);
  };
  const setStake = (amount: Micros) => !locked && setStakeInput(stakeText(amount));
  useHotkeys(hotkeys === "on", {
    Space: mode === "manual" ? rollOnce : () => undefined,
    KeyA: () => stake !== null && setStake(halveStake(stake, limits)),
    KeyD: () => stake !== null && setStake(doubleStake(stake, limits)),
  });

  const strategy = stake === null ? "count" : readAutoFields(auto, stake);
  const profit = stake === null ? null : largestPayout(bet, stake) - stake;
  const action = `${t(choice.direction === "over" ? "action_over" : "action_under", { target: localDecimal(decimal(bet.target, 2), language) })}`;
  return (
    <div className="game g-dice" ref={frame}>
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
        {mode === "manual" ? (
          <div>
            <div className="lab">{t("profit")}</div>
            <output className="inp read num">{profit === null ? "–" : showMoney(profit, currency, language)}</output>
          </div>
        ) : (
          <AutoForm
            game="dice"
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
        <SessionStrip
          session={dice.session}
          currency={currency}
          language={language}
          bets={t("rolls", { count: dice.session.bets, shown: showCount(dice.session.bets, language) })}
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
          <span>{t("win_cap")}</span>
          <b>{showMoney(info.winCap, currency, language, { brief: true })}</b>
        </div>
      </section>
      <DiceStage
        choice={choice}
        onChoice={setChoice}
        last={dice.last}
        rolling={dice.rolling}
        history={<DiceHistory rolls={dice.history} />}
        seedBar={<SeedBar playerId={table.playerId} label={t("next_roll")} last={dice.lastProof} language={language} />}
        language={language}
        rtp={info.rtp}
        locked={locked}
        demo={!table.playerId}
        still={fast === "on"}
      />
      <FeedColumn title={t("latest")} tab={tab} onTab={setTab} signedIn={table.playerId !== null}>
        {tab === "all" && <LiveBets rows={feed.rows} own={own.ids} language={language} onHold={feed.hold} />}
        {tab === "mine" && <OwnRolls fresh={dice.session.bets} language={language} />}
        {tab === "statistics" && <Statistics session={dice.session} currency={currency} language={language} />}
      </FeedColumn>
      {rulesOpen && (
        <DiceRules info={info} currency={currency} language={language} onClose={() => setRulesOpen(false)} />
      )}
    </div>
  );

  function actionButton() {
    if (dice.unheard) {
      return (
        <Button look="pri" size="l" wide busy={dice.busy} onClick={() => void dice.resume()}>
          {t("ask_again")}
        </Button>
      );
    }
    if (mode === "manual") {
      return (
        <Button look="pri" size="l" wide disabled={stake === null} aria-disabled={dice.busy} onClick={rollOnce}>
          {action}
        </Button>
      );
    }
    return (
      <Button
        look="pri"
        size="l"
        wide
        disabled={!running && typeof strategy === "string"}
        onClick={() => (running ? autobet.stop() : typeof strategy === "object" && autobet.start(strategy))}
      >
        {running ? t("auto_stop") : t("auto_start")}
      </Button>
    );
  }
}

export function localDecimal(text: string, language: string): string {
  return language === "en" ? text : text.replace(".", ",");
}
