import { useEffect, useState } from "react";
import type { Language } from "#kit/i18n/locale.ts";
import { showMultiplier } from "#kit/i18n/numbers.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { formatHundredths, parseHundredths } from "#kit/std/hundredths.ts";
import { Button } from "#kit/ui/button.tsx";
import { Input } from "#kit/ui/input.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { freshAutoFields, readAutoFields } from "#modules/bets/web/auto-fields.ts";
import { AutoForm } from "#modules/bets/web/auto-form.tsx";
import { AutobetNote } from "#modules/bets/web/autobet-note.tsx";
import { BarStake, BarSum, BetBar } from "#modules/bets/web/bet-bar.tsx";
import { stakeText } from "#modules/bets/web/stake.ts";
import { StakeField, stakeOf } from "#modules/bets/web/stake-field.tsx";
import { type BetEnd, useAutobet } from "#modules/bets/web/use-autobet.ts";
import type { GameInfo } from "#modules/bets/web/use-game-info.ts";
import type { PlayerContext } from "#modules/bets/web/use-player-context.ts";
import { useSteadyKey } from "#modules/bets/web/use-steady-key.ts";
import { maxMultiplier } from "../shared/climb.ts";
import type { CrashOwnBet } from "../shared/contract.ts";
import { minCashOut, payoutAt } from "../shared/rules.ts";
import type { CrashView } from "./crash-view.ts";
import { type BetRequest, panelNames, type Slot, slotPhase } from "./slots.ts";
import type { SlotIndex } from "./use-crash.ts";
import { useClimb } from "./use-flight.ts";

interface BetSlotProps {
  readonly index: SlotIndex;
  readonly mode: "manual" | "auto";
  readonly slot: Slot;
  /** The bet of the current round in this panel. */
  readonly bet: CrashOwnBet | null;
  readonly view: CrashView;
  readonly connected: boolean;
  readonly info: GameInfo;
  readonly playerContext: PlayerContext;
  /** The other panel has the page's one primary button. */
  readonly quiet: boolean;
  readonly refusal: string | null;
  onBet(request: BetRequest): void;
  onCancel(): void;
  onCashOut(): void;
  playOnce(request: BetRequest): Promise<BetEnd>;
  onLeave(): void;
  onRunning(running: boolean): void;
}

/** One of the two panels: a form without a bet, the cash-out with one. */
export function BetSlot(props: BetSlotProps) {
  const { index, mode, slot, view, info, playerContext, refusal } = props;
  const { currency, language, playerId } = playerContext;
  const { t } = useTranslation("crash");
  const [stakeInput, setStakeInput] = useState<string | null>(null);
  const [target, setTarget] = useState("");
  const [auto, setAuto] = useState(freshAutoFields);
  const stakeTyped = stakeInput ?? stakeText(info.usual);
  const stake = stakeOf(stakeTyped, info.limits);
  const autoCashOut = readTarget(target);
  const request: BetRequest | null =
    stake === null || autoCashOut === undefined ? null : { playerId, stake, currency, autoCashOut };
  const autobet = useAutobet(
    info.limits,
    amount => props.playOnce({ playerId, stake: amount, currency, autoCashOut: autoCashOut ?? null }),
    0,
    playerContext.balance,
  );
  const running = autobet.state.phase === "running";
  const { onRunning } = props;
  useEffect(() => onRunning(running), [running, onRunning]);

  const phase = slotPhase(slot, props.bet, view.state);
  const key = useSteadyKey(running ? "running" : phase.name === "queued" ? "cancel" : mode);
  const letter = panelNames[index].toUpperCase();
  if (phase.name === "riding" || phase.name === "placed") {
    return (
      <Riding
        {...props}
        bet={phase.bet}
        flying={phase.name === "riding"}
        cashing={phase.name === "riding" && phase.cashing}
        letter={letter}
      />
    );
  }
  const strategy = stake === null ? "count" : readAutoFields(auto, stake);
  const profit =
    stake !== null && autoCashOut ? showMoney(payoutAt(stake, autoCashOut) - stake, currency, language) : "–";
  const head = view.state === "betting" ? t("slot.now", { letter }) : t("slot.next", { letter });
  const locked = running || phase.name === "queued" || phase.name === "placing";
  return (
    <div className="bet-slot">
      <StakeField
        label={head}
        value={stakeTyped}
        onChange={setStakeInput}
        limits={info.limits}
        currency={currency}
        language={language}
        balance={playerContext.balance}
        brief
        disabled={locked}
        error={refusal ?? undefined}
      />
      <div className="two">
        <Input
          label={t("auto_cash_out")}
          inputMode="decimal"
          placeholder={mode === "auto" ? "2.00" : "–"}
          value={target}
          disabled={locked}
          error={autoCashOut === undefined ? t("target_invalid") : undefined}
          onChange={event => setTarget(event.target.value)}
          onBlur={() => autoCashOut && setTarget(shownTarget(autoCashOut, language))}
        />
        <div>
          <div className="field-label">{t("profit")}</div>
          <output className="input-box read num muted">{profit}</output>
        </div>
      </div>
      {mode === "auto" && (
        <AutoForm
          game="crash"
          currency={currency}
          fields={auto}
          onChange={setAuto}
          stake={stake}
          onStake={setStakeInput}
          disabled={running}
          withoutBalance={playerContext.balance === undefined}
        />
      )}
      <AutobetNote state={autobet.state} currency={currency} language={language} />
      <LastResult bet={props.bet} language={language} />
      <BetBar
        stake={<BarStake value={stakeTyped} onChange={setStakeInput} limits={info.limits} disabled={locked} />}
        second={index === 1}
      >
        {action()}
      </BetBar>
    </div>
  );

  function beginRun() {
    if (typeof strategy === "object") autobet.start(strategy);
  }

  function endRun() {
    autobet.stop();
    props.onLeave();
  }

  function action() {
    if (mode === "auto") {
      const ready = typeof strategy === "object" && autoCashOut != null;
      return (
        <Button
          wide
          variant={props.quiet ? "secondary" : "primary"}
          disabled={!running && !ready}
          aria-disabled={!key.steady}
          onClick={() => key.press(running ? endRun : beginRun)}
        >
          {running ? t("auto_stop") : t("auto_start")}
        </Button>
      );
    }
    if (phase.name === "queued") {
      return (
        <Button wide variant="outline" aria-disabled={!key.steady} onClick={() => key.press(props.onCancel)}>
          {t("cancel_queued")}
        </Button>
      );
    }
    const now = phase.name === "open" || phase.name === "placing";
    return (
      <Button
        wide
        variant={props.quiet || !now ? "secondary" : "primary"}
        busy={phase.name === "placing"}
        disabled={request === null}
        aria-disabled={!key.steady}
        onClick={() => key.press(() => request && props.onBet(request))}
      >
        {now ? t("bet_now") : t("bet_next")}
      </Button>
    );
  }
}

/** The running bet with its cash-out; before the flight it says that the stake is placed. */
function Riding(props: BetSlotProps & { bet: CrashOwnBet; flying: boolean; cashing: boolean; letter: string }) {
  const { bet, flying, view, connected, playerContext } = props;
  const { language } = playerContext;
  const { t } = useTranslation("crash");
  const climb = useClimb(view, connected);
  const stake = parseDecimal(bet.stake);
  const present = showMoney(payoutAt(stake, climb), bet.currency as Currency, language);
  const staked = showMoney(stake, bet.currency as Currency, language);
  const early = climb < minCashOut;
  return (
    <div className="bet-slot riding">
      <div className="row spread sm muted">
        <span>
          {t("slot.bet", { letter: props.letter })} <b className="subdued">{staked}</b>{" "}
          {flying ? t("slot.riding") : t("slot.waiting")}
        </span>
        {bet.auto_cash_out && (
          <span>
            {t("slot.out_at")} <b className="subdued">{showMultiplier(bet.auto_cash_out, language)}</b>
          </span>
        )}
      </div>
      <BetBar
        stake={<BarSum label={t("slot.short", { letter: props.letter })} sum={staked} />}
        second={props.index === 1}
      >
        <button
          type="button"
          className={props.cashing ? "btn primary full-width two busy" : "btn primary full-width two"}
          disabled={!flying || early || !connected}
          aria-busy={props.cashing || undefined}
          onClick={props.cashing ? undefined : props.onCashOut}
        >
          <span>{t("cash_out")}</span>
          <b>{flying ? present : staked}</b>
        </button>
      </BetBar>
    </div>
  );
}

/** How the bet of this round ended: a win with its amount, a loss in one muted label. */
function LastResult({ bet, language }: { bet: CrashOwnBet | null; language: Language }) {
  const { t } = useTranslation("crash");
  if (!bet || bet.status === "open") return null;
  const money = (text: string) => showMoney(parseDecimal(text), bet.currency as Currency, language);
  if (bet.status === "voided") return <p className="sm muted">{t("result.voided", { stake: money(bet.stake) })}</p>;
  if (bet.payout === "0") return <p className="sm muted">{t("result.lost", { stake: money(bet.stake) })}</p>;
  return (
    <p className="sm subdued" role="status">
      {t("result.won", { at: showMultiplier(cut(bet.multiplier), language) })}{" "}
      <b className="win num">{money(bet.payout)}</b>
    </p>
  );
}

const cut = (multiplier: string): string => multiplier.replace(/(\.\d\d)\d*$/, "$1");

/** Null when the field is empty; undefined when it holds no target from 1.01 to 1,000,000. */
export function readTarget(text: string): number | null | undefined {
  const plain = text.replace(/[\s\u00a0×x]/g, "").replace(",", ".");
  if (plain === "") return null;
  const match = /^([1-9][0-9]{0,6})(?:\.([0-9]{0,2}))?$/.exec(plain);
  if (!match) return undefined;
  const hundredths = parseHundredths(`${match[1]}.${(match[2] ?? "").padEnd(2, "0")}`);
  return hundredths !== undefined && hundredths >= minCashOut && hundredths <= maxMultiplier ? hundredths : undefined;
}

function shownTarget(hundredths: number, language: Language): string {
  return showMultiplier(formatHundredths(hundredths), language);
}
