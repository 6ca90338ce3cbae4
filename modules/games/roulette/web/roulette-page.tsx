import "#modules/desk/web/desk.css";
import "./roulette.css";
import { useEffect, useMemo, useRef, useState } from "react";
import { parseDecimal } from "#kit/money/amount.ts";
import { showCount, showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { FieldError } from "#kit/ui/input.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { houseNow } from "#kit/web/house.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { DemoNote } from "#modules/desk/web/demo-note.tsx";
import { FeedColumn } from "#modules/desk/web/feed-column.tsx";
import { OwnGameBets } from "#modules/desk/web/own-bets.tsx";
import { PanelTools } from "#modules/desk/web/panel-tools.tsx";
import { play } from "#modules/desk/web/sound.ts";
import { Statistics } from "#modules/desk/web/statistics.tsx";
import { useGameDesk } from "#modules/desk/web/use-game-desk.ts";
import { useInstantBet } from "#modules/desk/web/use-instant-bet.ts";
import { useKept } from "#modules/desk/web/use-kept.ts";
import { useTable } from "#modules/desk/web/use-table.ts";
import { SeedBar } from "#modules/fairness/web/seed-bar.tsx";
import { colourOf } from "../shared/cloth.ts";
import { getRoulette, getRouletteBets, type RouletteState, rouletteChannel } from "../shared/contract.ts";
import { rouletteLimits } from "../shared/limits.ts";
import { fallMs, spinMs } from "../shared/round.ts";
import { type Chip, totalStake } from "../shared/rules.ts";
import type { CalledBet } from "../shared/wheel.ts";
import { ChipActs, ChipHand } from "./bet-panel.tsx";
import { calledChips, chipsOf, chipValues, double, layChips, type Moves, takeOff, undo } from "./chips.ts";
import { Cloth } from "./cloth.tsx";
import { Countdown } from "./countdown.tsx";
import { privatePlay, privateShape, restCue } from "./play.ts";
import { Racetrack } from "./racetrack.tsx";
import { type PastNumber, ResultPanel } from "./result-panel.tsx";
import { RouletteRules } from "./roulette-rules.tsx";
import { chipsInPlay } from "./roulette-view.ts";
import { RoundRows } from "./round-rows.tsx";
import { TableBar } from "./table-bar.tsx";
import { useRoulette } from "./use-roulette.ts";
import { type ShownSpin, WheelPicture } from "./wheel-picture.tsx";

const texts = ["roulette", "desk", "fairness"] as const;
export const handle = { game: true, texts };

const ways = ["table", "private"] as const;
const tableShape = { spinMs, fallMs };
const nothing: readonly Chip[] = [];
/** A private player has no history of others to count. */
const nothingCounted: readonly number[] = [];

const isSpinning = (state: RouletteState | null): boolean => state === "spinning" || state === "landed";

export default function RoulettePage() {
  return <RouletteRoom key={useTable().currency} />;
}

function RouletteRoom() {
  const { t } = useTranslation(...texts);
  const desk = useGameDesk("roulette", getRoulette, rouletteLimits);
  const { currency, language, playerId } = desk.table;
  const { limits } = desk.info;
  const { balance, refusal, sound } = desk;
  const [way, setWay] = useKept("roulette:way", ways, "table");
  const isTable = way === "table";
  const [moves, setMoves] = useState<Moves>([]);
  const [lastSpread, setLastSpread] = useState<readonly Chip[]>(nothing);
  const [lit, setLit] = useState<ReadonlySet<number>>(new Set());
  const values = useMemo(() => chipValues(currency, limits), [currency, limits]);
  const [wanted, setChip] = useState(values[0]);
  const chip = values.find(value => value === wanted) ?? values[0] ?? limits.min;
  const calm = useCalm() || desk.fast.on;

  const table = useRoulette({
    ...{ playerId, currency, onRefused: refusal.refuse },
    onBalance: (of, sum) => {
      balance.show(of, sum);
      balance.release();
    },
  });
  const { view, rested } = table;
  useHeldUntilRest(isSpinning(view.state) && !rested, balance);

  const [privateSpin, setPrivateSpin] = useState<ShownSpin | null>(null);
  const privately = useMemo(
    () =>
      privatePlay(pocket => {
        const begun = performance.now();
        setPrivateSpin({ elapsed: () => performance.now() - begun, shape: privateShape, pocket });
      }),
    [],
  );
  const alone = useInstantBet(desk, privately);
  useEffect(() => {
    if (alone.revealed) setPrivateSpin(null);
  }, [alone.revealed]);

  const laid = useMemo(() => chipsOf(moves), [moves]);
  const inPlay = useMemo(() => (isTable ? chipsInPlay(view, currency) : nothing), [isTable, view, currency]);
  const room = { max: limits.max, bet: inPlay };
  const lay = (chips: readonly Chip[]) => {
    refusal.clear();
    setMoves(present => layChips(present, chips, room));
  };
  const call = (called: CalledBet) => lay(calledChips(called, chip));
  const stake = totalStake(laid);

  const takesBets = view.state === "betting" && table.connected;
  const locked = isTable ? !takesBets || table.placing : alone.busy;
  const confirm = async () => {
    if (laid.length === 0 || locked) return;
    refusal.clear();
    setLastSpread(laid);
    if (!isTable) return void (await alone.place(laid, stake));
    if (await table.place(laid)) setMoves([]);
  };

  const { startedAtMs, pocket } = view;
  const spinning = isSpinning(view.state) && !rested;
  const tableSpin = useMemo<ShownSpin | null>(() => {
    if (startedAtMs === null || !spinning) return null;
    return { elapsed: () => houseNow(rouletteChannel.module) - startedAtMs, shape: tableShape, pocket };
  }, [startedAtMs, spinning, pocket]);
  const shownAlone = alone.revealed ? alone.last : (alone.history[0] ?? null);
  const lastNumber = isTable
    ? rested && view.pocket !== null
      ? view.pocket
      : (view.history[0]?.pocket ?? null)
    : (shownAlone?.outcome ?? null);
  const spin = isTable ? tableSpin : privateSpin;
  const turning = isTable ? spinning : !alone.revealed;
  /** The number that chips on the cloth are held against. */
  const number = isTable ? (rested ? view.pocket : null) : alone.revealed ? (alone.last?.outcome ?? null) : null;
  useCues(isTable && sound.on, view.state, rested ? view.pocket : null, wonAtTable());

  const past: readonly PastNumber[] = isTable
    ? view.history.map(({ id, pocket, round, status }) => ({
        ...{ id, number: pocket, voided: status === "voided" },
        label: t("check_round", { round: showCount(round, language), number: pocket }),
      }))
    : alone.history.map(({ id, outcome }) => ({
        ...{ id, number: outcome, voided: false, label: t("check_spin", { number: outcome }) },
      }));
  const session = isTable ? table.session : alone.session;
  const own = useMemo(() => new Set([...view.mine.map(bet => bet.id), ...desk.own.ids]), [view.mine, desk.own.ids]);
  const paid = paidText();
  const money = (micros: bigint) => showMoney(micros, currency, language);

  return (
    <div className="game g-roulette" ref={desk.frame}>
      <PageHead title={t("title")} description={t("description")} />
      <section className="panel" aria-label={t("desk:panel")}>
        <Tabs
          label={t("ways")}
          value={way}
          onChange={next => !alone.busy && setWay(next)}
          fill
          items={ways.map(value => ({ value, text: t(value) }))}
        />
        <div className="rl-act">
          <ChipHand values={values} chip={chip} currency={currency} language={language} onChip={setChip} />
          <ChipActs
            canUndo={moves.length > 0}
            canRepeat={lastSpread.length > 0 && moves.length === 0}
            locked={locked}
            onUndo={() => setMoves(undo)}
            onDouble={() => setMoves(present => double(present, room))}
            onClear={() => setMoves([])}
            onRepeat={() => lay(lastSpread)}
          />
          <Button
            look="pri"
            size="l"
            wide
            busy={table.placing || alone.busy}
            disabled={laid.length === 0 || locked}
            onClick={() => (alone.unheard && !isTable ? void alone.resume() : void confirm())}
          >
            {actionText()}
          </Button>
        </div>
        {refusal.refusal && <FieldError text={refusal.refusal} />}
        {values.length === 1 && <p className="fnt sm">{t("fixed_chip")}</p>}
        <div className="col g3">
          <div className="kv">
            <span>{t("on_table")}</span>
            <b>{money(stake)}</b>
          </div>
          {isTable && (
            <div className="kv">
              <span>{t("in_play")}</span>
              <b>{money(totalStake(inPlay))}</b>
            </div>
          )}
          <div className="kv">
            <span>{t("spot_limit")}</span>
            <b>{showMoney(limits.max, currency, language, { brief: true })}</b>
          </div>
        </div>
        {isTable && tableState()}
        {playerId === null && <DemoNote />}
        <div className="push">
          <PanelTools
            sound={sound.on}
            onSound={sound.set}
            fast={desk.fast.on}
            onFast={desk.fast.set}
            onStatistics={() => desk.setTab(desk.tab === "statistics" ? "all" : "statistics")}
            onRules={() => desk.rules.set(true)}
            frame={desk.frame}
          />
        </div>
        <div className="col g3">
          <div className="kv">
            <span>{t("straight_pays")}</span>
            <b>35 : 1</b>
          </div>
          <div className="kv">
            <span>{t("edge")}</span>
            <b>{language === "en" ? "2.70%" : "2,70%"}</b>
          </div>
          <div className="kv">
            <span>{t("win_cap")}</span>
            <b>{showMoney(winCap(), currency, language, { brief: true })}</b>
          </div>
        </div>
      </section>

      <section className="stage" aria-label={t("stage")}>
        <div className="stage-h">
          <h1>{t("title")}</h1>
          <span className="tag g only-d">{t("tag")}</span>
          {playerId === null && <span className="tag br">{t("demo")}</span>}
        </div>
        <div className="rl-mid">
          <WheelPicture spin={spin} resting={turning ? null : lastNumber} still={calm} />
          <ResultPanel
            title={t(isTable ? "last" : "last_private")}
            number={lastNumber}
            waiting={turning ? t("spinning") : null}
            paid={paid}
            past={past}
            pockets={isTable ? view.pockets : nothingCounted}
            view={isTable ? view : null}
            language={language}
          />
        </div>
        <Cloth
          laid={laid}
          bet={inPlay}
          values={values}
          currency={currency}
          language={language}
          number={number}
          lit={lit}
          locked={locked}
          onLay={spot => lay([{ spot, stake: chip }])}
          onTakeOff={spot => setMoves(present => takeOff(present, spot))}
        />
        <Racetrack chip={chip} currency={currency} language={language} locked={locked} onCall={call} onLit={setLit} />
        {isTable ? (
          <TableBar view={view} language={language} />
        ) : (
          <SeedBar playerId={playerId} label={t("desk:next_bet")} last={alone.lastProof} language={language} />
        )}
        <p className="sr" role="status">
          {spoken()}
        </p>
      </section>

      <FeedColumn
        title={t("this_spin")}
        tab={desk.tab}
        onTab={desk.setTab}
        signedIn={playerId !== null}
        aside={<span className="mut sm num">{showCount(view.betCount, language)}</span>}
      >
        {desk.tab === "all" && <RoundRows view={view} own={own} language={language} />}
        {desk.tab === "mine" && (
          <OwnGameBets
            route={getRouletteBets}
            fresh={table.session.bets + alone.session.bets}
            language={language}
            head={t("number")}
            told={row =>
              `${row.pocket ?? "–"}, ${row.round === null ? t("own_private") : t("own_round", { round: row.round })}`
            }
          />
        )}
        {desk.tab === "statistics" && <Statistics session={session} currency={currency} language={language} />}
      </FeedColumn>
      {desk.rules.on && <RouletteRules info={desk.info} table={desk.table} onClose={() => desk.rules.set(false)} />}
    </div>
  );

  function actionText(): string {
    const amount = money(stake);
    if (!isTable)
      return alone.unheard ? t("desk:ask_again") : laid.length > 0 ? t("spin", { amount }) : t("confirm_none");
    if (!takesBets) return t(isSpinning(view.state) ? "closed" : "wait");
    if (laid.length === 0)
      return inPlay.length > 0 ? t("placed", { amount: money(totalStake(inPlay)) }) : t("confirm_none");
    return t(inPlay.length > 0 ? "placed_more" : "confirm", { amount });
  }

  function tableState() {
    if (!table.connected) return <p className="note warn">{t("lost_connection")}</p>;
    if (view.state === null) return <p className="mut sm">{t("no_round")}</p>;
    if (view.state === "voided") return <p className="note br">{t("voided")}</p>;
    if (view.bettingEndsAtMs !== null) return <Countdown endsAtMs={view.bettingEndsAtMs} />;
    return <p className="mut sm rl-state">{t(turning ? "spinning" : "next_spin")}</p>;
  }

  function winCap(): bigint {
    const told = isTable ? view.winCaps[currency] : undefined;
    return told === undefined ? desk.info.winCap : parseDecimal(told);
  }

  /** What the bets of this spin were paid. */
  function paidAtTable(): bigint {
    return view.mine
      .filter(bet => bet.round === view.round && bet.status === "settled" && bet.currency === currency)
      .reduce((sum, bet) => sum + parseDecimal(bet.payout), 0n);
  }

  function wonAtTable(): boolean {
    return paidAtTable() > totalStake(inPlay);
  }

  function paidText(): string | null {
    const sum = isTable ? (rested ? paidAtTable() : 0n) : alone.revealed ? (alone.last?.payout ?? 0n) : 0n;
    return sum > 0n ? t("you_won", { amount: money(sum) }) : null;
  }

  function spoken(): string {
    if (number !== null) {
      const result = t("spoken.number", { number, colour: t(`colour.${colourOf(number)}`) });
      return paid ? `${result}. ${paid}` : result;
    }
    if (isTable && view.state === "betting") return t("spoken.betting");
    return turning ? t("spoken.locked") : "";
  }
}

/** Hints of a new balance wait until the ball rests: the frame never tells a result before the stage. */
function useHeldUntilRest(held: boolean, balance: { hold(): void; release(): void }): void {
  useEffect(() => {
    if (!held) return;
    balance.hold();
    return () => balance.release();
  }, [held, balance]);
}

/** Whether the visitor's system asks for less motion. */
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

/** The ball on wood while it rolls, one cue when it rests; no sound ever accompanies a loss. */
function useCues(on: boolean, state: RouletteState | null, rested: number | null, won: boolean): void {
  const rolling = on && state === "spinning";
  useEffect(() => {
    if (!rolling) return;
    let step = 0;
    const timer = setInterval(() => play({ name: "tick", height: (step++ % 3) / 7 }), 260);
    return () => clearInterval(timer);
  }, [rolling]);
  const told = useRef<number | null>(null);
  useEffect(() => {
    if (rested === null) {
      told.current = null;
      return;
    }
    if (!on || state !== "settled" || told.current !== null) return;
    told.current = rested;
    restCue(rested, won);
  }, [on, state, rested, won]);
}
