import { showMoneyRange } from "#kit/money/show.ts";
import type { Json } from "#kit/std/json.ts";
import { openDialog } from "#studio/frame/web/dialogs.ts";
import { el } from "#studio/frame/web/dom.ts";
import { createMoney } from "#studio/frame/web/money.ts";
import type { PagePort } from "#studio/frame/web/page-port.ts";
import { CallError } from "#studio/frame/web/rgs.ts";
import type { RoundFacts, SocketMessage, TableOpenView } from "../shared/calls.ts";
import { sumOf } from "../shared/layout.ts";
import type { Placed } from "../shared/placed.ts";
import type { Move } from "../shared/turns.ts";
import { showBetControls } from "./bet-controls.ts";
import { createChatPanel } from "./chat-panel.ts";
import { type ChipFace, chipFaces } from "./chips.ts";
import { clear, type Draft, double, merged, noDraft, place, toSend, undo } from "./draft.ts";
import type { FeltView } from "./felt-view.ts";
import { keepRoomFitted } from "./fit-room.ts";
import { createNotices } from "./notices.ts";
import { casinoBets, chipBets } from "./own-bets.ts";
import { createRoundReport } from "./round-report.ts";
import { rulesContent } from "./rules-view.ts";
import { type StageModule, silence } from "./stage.ts";
import type { TableCalls } from "./table-calls.ts";
import { openTableLine } from "./table-line.ts";
import { createTableSound } from "./table-sound.ts";
import { emptyState, nextState, type TableState } from "./table-state.ts";
import { createTableView } from "./table-view.ts";
import { type Language, textsOf } from "./texts.ts";
import { isBettingAt, timerLine } from "./timer-line.ts";

interface Start {
  readonly root: HTMLElement;
  readonly open: TableOpenView;
  readonly calls: TableCalls;
  readonly port: PagePort;
  readonly table: StageModule;
}

const narrow = matchMedia("(max-width: 767px)");
/** A stake that every table pays exactly. */
const unit = 1_000_000n;
const nothing = () => false;

/** Milliseconds between two looks at the clock with reduced motion. */
const calmTickMs = 100;

/** A live table: what the socket says is shown, what is pressed is sent. */
export function startTable({ root, open, calls, port, table: { game, create } }: Start): void {
  const language: Language = open.locale;
  const say = textsOf(language);
  const isDemo = open.mode === "demo";
  const money = createMoney(open.currency, language, isDemo);
  const limits = game.limits(open.currency);
  const own = isDemo ? chipBets(game, limits.step) : casinoBets(calls, open);
  const title = game.titles[language];
  const sound = createTableSound();

  let state: TableState = emptyState;
  /** Of the studio's clock, ahead of this one. */
  let ahead = open.table.now - Date.now();
  let draft: Draft = noDraft;
  let face: ChipFace = 25;
  let isSending = false;
  let isDeciding = false;
  let announcedTurn = "";
  let isConnected = true;
  let isPaused = false;
  let isCalm = false;
  let seenPhase = "";
  let felt: FeltView | undefined;
  let hasTool = false;
  let wonText = "";

  const now = () => Date.now() + ahead;
  const amountOf = (chip: ChipFace) => BigInt(chip) * limits.step;
  document.documentElement.lang = language;
  document.title = title;
  const stage = create({
    language,
    money,
    limits,
    seats: {
      own: () => own.seats,
      isBusy: () => isDeciding,
      sit: seat => void changeSeat(seat, true),
      leave: seat => void changeSeat(seat, false),
      act: move => void decide(move),
    },
    sent: round => own.sent(round),
    put: chips => put(Object.entries(chips).map(([spot, count]) => ({ spot, amount: BigInt(count) * amountOf(face) }))),
  });
  const { tool, strip } = stage;
  const view = createTableView(root, {
    say,
    language,
    title,
    limits: isDemo
      ? `${money.show(limits.step)}–${money.show(limits.mostInRound)}`
      : showMoneyRange(limits.step, limits.mostInRound, open.currency, language),
    demo: isDemo,
    tool: tool?.label,
    chipAmount: chip => money.show(amountOf(chip)),
    onChip(chip) {
      face = chip;
      view.showChip(chip);
      sound.click();
    },
  });
  root.firstElementChild?.classList.add(`t-${game.folder}`);
  const surface = el("div", { class: "surface" });
  const won = el("div", { class: "won-banner", hidden: true, "aria-hidden": "true" });
  const plane = el("div", { class: "plane" }, el("i", { class: "top" }), ...stage.scenery, surface);
  const feltBox = el("div", { class: "felt-box" });
  view.room.append(el("div", { class: "space" }, plane));
  view.room.before(won);
  if (stage.front) view.room.before(stage.front);
  view.room.after(feltBox);

  const chat = createChatPanel(language, request => line.chat(request));
  view.head.append(chat.button);
  view.head.after(chat.panel);
  new ResizeObserver(() => chat.panel.style.setProperty("--foot", `${view.foot.offsetHeight}px`)).observe(view.foot);
  const notices = createNotices(view, { say, port, isDemo });
  const { notify } = notices;
  const report = createRoundReport(port, isDemo);
  const fitRoom = keepRoomFitted(view, stage.room, narrow);
  const room = () => ({ limits, sent: state.round ? own.sent(state.round.number) : [] });
  const isOpen = () => state.round?.phase === "betting" && now() < state.round.closes_at && isConnected;

  function put(chips: readonly { readonly spot: string; readonly amount: bigint }[]): void {
    if (!isOpen() || isSending) return;
    sound.wake();
    const next = place(draft, chips, room());
    if (!next) {
      notify(say("limitSpot"));
      return;
    }
    draft = next;
    sound.chip();
    show();
  }

  function change(next: Draft | undefined): void {
    sound.wake();
    if (!next) {
      notify(say("limitSpot"));
      return;
    }
    draft = next;
    sound.click();
    show();
  }

  async function changeSeat(seat: number, isTaken: boolean): Promise<void> {
    sound.wake();
    try {
      await own.seat(seat, isTaken);
      const text = stage.seatText?.(seat, isTaken);
      if (text !== undefined) notify(text);
      sound.click();
    } catch (error) {
      failed(error);
    }
    show();
  }

  async function decide(move: Move): Promise<void> {
    const { round } = state;
    if (!round || isDeciding) return;
    isDeciding = true;
    sound.wake();
    show();
    try {
      await own.act(round.number, move);
      sound.click();
      port.send({ type: "balance-changed" });
    } catch (error) {
      failed(error);
    } finally {
      isDeciding = false;
      show();
    }
  }

  /** For screen readers: whose turn has begun. */
  function announceTurn(round: RoundFacts): void {
    const turn = round.phase === "playing" ? stage.turnText?.(round) : undefined;
    const text = turn && `${turn.title}. ${turn.detail}`;
    if (text === undefined || text === announcedTurn) return;
    announcedTurn = text;
    view.announce(text);
  }

  async function confirm(): Promise<void> {
    const { round } = state;
    if (!round || !isOpen() || isSending || draft.layout.length === 0) return;
    if (sumOf(draft.layout) > own.balance) {
      failed(new CallError({ code: "insufficient_funds" }));
      return;
    }
    isSending = true;
    show();
    try {
      await own.send(round.number, toSend(draft));
      draft = noDraft;
      view.announce(say("placed"));
      sound.chip();
      report.started();
      port.send({ type: "balance-changed" });
    } catch (error) {
      failed(error);
    } finally {
      isSending = false;
      show();
    }
  }

  function failed(error: unknown): void {
    // What was not taken may be sent again; what is unknown may not.
    if (["round_void", "betting_closed"].includes(notices.failed(error))) draft = noDraft;
  }

  function received(message: SocketMessage): void {
    if (message.type === "chat" || message.type === "chat-state" || message.type === "chat-answer") {
      chat.received(message);
      return;
    }
    if (message.type === "refused") failed(new CallError({ code: message.code }));
    if (message.type === "event" || message.type === "snapshot") ahead = message.now - Date.now();
    const next = nextState(state, message);
    if (next === "gap") {
      line.askSnapshot();
      return;
    }
    state = next;
    show();
    phaseChanged();
    if (state.round) announceTurn(state.round);
  }

  function phaseChanged(): void {
    const { round } = state;
    const phase = `${round?.number} ${round?.phase}`;
    if (!round || phase === seenPhase) return;
    seenPhase = phase;
    if (round.phase === "betting") begin();
    if (round.phase === "closed") closeBets();
    if (round.phase === "settled" || round.phase === "voided") void settle(round);
  }

  function begin(): void {
    wonText = "";
    won.hidden = true;
    felt?.mark(nothing);
    view.announce(say("betting"));
    show();
  }

  function closeBets(): void {
    if (draft.layout.length > 0 && !isSending) {
      draft = noDraft;
      notify(say("dropped"));
    } else view.announce(say("closed"));
    sound.bell();
    show();
  }

  async function settle(round: RoundFacts): Promise<void> {
    const staked = sumOf(own.sent(round.number));
    if (round.phase === "voided") notify(say("voidNote"));
    else if (round.outcome !== null) {
      markResult(round.outcome);
      view.announce(stage.resultText(round.outcome));
    }
    const payout = await own.settle(round);
    // Nothing is celebrated that is not above the stake.
    if (payout !== undefined && payout > staked) {
      wonText = say("youWin", { amount: money.show(payout) });
      view.announce(wonText);
      sound.win();
    }
    report.ended(own.roundId);
    show();
  }

  /** Stakes of decisions are taken with them, and bets behind only where somebody has bet. */
  const mayRepeat = ({ spot }: Placed): boolean => {
    const owner = game.turns && game.hasSpot(spot) ? game.turns.ownerOf(spot) : undefined;
    return game.turns === undefined || (owner !== undefined && own.seats.includes(owner));
  };

  function markResult(outcome: Json): void {
    felt?.mark(spot => returned(outcome, spot) > unit, stage.dollyOn?.(outcome));
  }

  const returned = (outcome: Json, spot: string) => game.payout(outcome, [{ spot, amount: unit }]);

  function show(): void {
    const { round } = state;
    const sent = round ? own.sent(round.number) : [];
    const isBetting = isOpen();
    felt?.show({ sent: stillOnFelt(sent), draft: draft.layout, crowd: state.crowd });
    felt?.enable(isBetting);
    const controls = {
      isBetting,
      isSending,
      balance: own.balance,
      sent: sumOf(sent),
      drafted: sumOf(draft.layout),
      canUndo: draft.past.length > 0,
      canRepeat: round !== null && own.before(round.number).some(mayRepeat),
    };
    showBetControls(view, controls, { say, money });
    view.showWatching(state.watching);
    view.showHash(round?.link_hash ?? "");
    view.verify.disabled = !isDemo && own.roundId === null;
    view.boxes.replaceChildren(...stage.boxes(state, own.entryId));
    view.results.replaceChildren(...stage.results(state));
    won.hidden = wonText === "";
    won.textContent = wonText;
    stage.show(round, state);
  }

  /** Once the result is shown, the chips that lost have left. */
  function stillOnFelt(sent: readonly Placed[]): readonly Placed[] {
    const { phase, outcome } = state.round ?? {};
    if (phase !== "settled" || outcome === undefined || outcome === null) return sent;
    return sent.filter(({ spot }) => returned(outcome, spot) > 0n);
  }

  function tick(): void {
    const { round } = state;
    const at = now();
    if (!isConnected) view.showTimer(say("lost"), "", null, 0);
    else if (round) showTimer(round, at);
    const sounds = isPaused || document.hidden ? silence : stage.draw(at);
    sound.ball(sounds.roll);
    if (sounds.touch) sound[sounds.touch]();
    nextTick();
  }

  /** With reduced motion nothing glides between two places, so that fewer pictures show the same. */
  function nextTick(): void {
    if (isCalm) setTimeout(tick, calmTickMs);
    else requestAnimationFrame(tick);
  }

  let shownOpen = false;
  function showTimer(round: RoundFacts, at: number): void {
    if (shownOpen !== isBettingAt(round, at)) {
      shownOpen = isBettingAt(round, at);
      show();
    }
    const { text, detail, seconds, part } = timerLine(round, at, { say, language, stage });
    view.showTimer(text, detail, seconds, part);
  }

  function layFelt(): void {
    const isNarrow = narrow.matches;
    felt = stage.felt(isNarrow, {
      step: limits.step,
      label: (spot, amount) =>
        amount > 0n ? say("betOn", { spot: stage.spotName(spot), amount: money.show(amount) }) : stage.spotName(spot),
      onPress: spot => put([{ spot, amount: amountOf(face) }]),
    });
    (isNarrow ? feltBox : surface).replaceChildren(felt.element);
    (isNarrow ? surface : feltBox).replaceChildren();
    if (tool) (isNarrow ? feltBox : view.boxes).before(tool.panel);
    if (strip) (isNarrow ? feltBox : view.strip).append(strip);
    showTool();
    if (state.round?.phase === "settled" && state.round.outcome !== null) markResult(state.round.outcome);
    show();
    fitRoom();
  }

  function showTool(): void {
    if (tool) tool.panel.hidden = !hasTool;
    view.tool.setAttribute("aria-pressed", String(hasTool));
    root.firstElementChild?.classList.toggle("with-tool", hasTool);
  }

  function showRules(): void {
    openDialog(view.dialogs, () => say("close"), say("rules"), ...rulesContent({ say, money, limits, state, stage }));
  }

  view.confirm.addEventListener("click", () => void confirm());
  view.undo.addEventListener("click", () => change(undo(draft)));
  view.clear.addEventListener("click", () => change(clear(draft)));
  view.double.addEventListener("click", () => change(double(draft, room())));
  view.repeat.addEventListener("click", () => {
    if (state.round) change(place(draft, merged([own.before(state.round.number).filter(mayRepeat)]), room()));
  });
  view.tool.addEventListener("click", () => {
    hasTool = !hasTool;
    showTool();
  });
  view.rules.addEventListener("click", showRules);
  view.full.addEventListener("click", () => port.send({ type: "fullscreen" }));
  view.verify.addEventListener("click", () => {
    if (isDemo || own.roundId === null) showRules();
    else port.send({ type: "open", what: "verify", round: own.roundId });
  });
  const mute = (on: boolean) => {
    sound.mute(on);
    view.sound.setAttribute("aria-label", say(on ? "soundOn" : "soundOff"));
    view.sound.setAttribute("aria-pressed", String(on));
  };
  view.sound.addEventListener("click", () => {
    sound.wake();
    mute(!sound.muted);
  });
  narrow.addEventListener("change", layFelt);
  function calm(on: boolean): void {
    isCalm = on;
    stage.calm(on);
  }
  calm(matchMedia("(prefers-reduced-motion: reduce)").matches);
  port.onMessage(message => {
    if (message.type === "sound") mute(!message.on);
    if (message.type === "reduced-motion") calm(message.on);
    if (message.type === "pause") isPaused = true;
    if (message.type === "resume") isPaused = false;
    if (message.type === "session-ended") {
      line.close();
      failed(new CallError({ code: "session_ended" }));
    }
  });
  const line = openTableLine(calls.token, {
    onMessage: received,
    onConnected(connected) {
      const isBack = connected && !isConnected;
      isConnected = connected;
      if (isBack && !isDemo) void own.refresh().then(show, () => undefined);
      show();
    },
  });
  if (stage.actions) view.foot.prepend(stage.actions);
  view.showChip(chipFaces.includes(face) ? face : 1);
  const first = nextState(state, open.table);
  if (first !== "gap") state = first;
  if (state.round && own.sent(state.round.number).length > 0) report.started();
  layFelt();
  phaseChanged();
  nextTick();
}
