import { showMoneyRange } from "#kit/money/show.ts";
import { openDialog } from "#studio/frame/web/dialogs.ts";
import { createMoney } from "#studio/frame/web/money.ts";
import type { PagePort } from "#studio/frame/web/page-port.ts";
import { CallError } from "#studio/frame/web/rgs.ts";
import type { SocketMessage, TableOpenView } from "../shared/calls.ts";
import { sumOf } from "../shared/layout.ts";
import type { Placed } from "../shared/placed.ts";
import { showBetControls } from "./bet-controls.ts";
import { createChatPanel } from "./chat-panel.ts";
import { type ChipFace, chipFaces } from "./chips.ts";
import { createDraftChips } from "./draft-chips.ts";
import { keepRoomFitted } from "./fit-room.ts";
import { startFrames } from "./frame-loop.ts";
import { createLaidFelt } from "./laid-felt.ts";
import { createNotices } from "./notices.ts";
import { casinoBets, chipBets } from "./own-bets.ts";
import { createRoundPhases } from "./round-phases.ts";
import { createRoundReport } from "./round-report.ts";
import { rulesContent } from "./rules-view.ts";
import { createSeatCalls } from "./seat-calls.ts";
import type { StageModule } from "./stage.ts";
import { connectButtons } from "./table-buttons.ts";
import type { TableCalls } from "./table-calls.ts";
import { openTableLine } from "./table-line.ts";
import { createTableSound } from "./table-sound.ts";
import { emptyState, nextState, type TableState } from "./table-state.ts";
import { createTableView } from "./table-view.ts";
import { type Language, textsOf } from "./texts.ts";

interface Start {
  readonly root: HTMLElement;
  readonly open: TableOpenView;
  readonly calls: TableCalls;
  readonly port: PagePort;
  readonly table: StageModule;
}

const narrow = matchMedia("(max-width: 767px)");

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
  /** How far the studio's clock is ahead of this one, milliseconds. */
  let ahead = open.table.now - Date.now();
  let face: ChipFace = 25;
  let isConnected = true;
  let isPaused = false;
  let isCalm = false;

  const now = () => Date.now() + ahead;
  const amountOf = (chip: ChipFace) => BigInt(chip) * limits.step;
  document.documentElement.lang = language;
  document.title = title;
  const stage = create({
    language,
    money,
    limits,
    now,
    seats: createSeatCalls({
      own,
      sound,
      port,
      round: () => state.round,
      seatChanged(seat, isTaken) {
        const text = stage.seatText?.(seat, isTaken);
        if (text !== undefined) notices.notify(text);
      },
      failed: error => draftChips.failed(error),
      show,
    }),
    sent: round => own.sent(round),
    put: chips =>
      draftChips.put(Object.entries(chips).map(([spot, count]) => ({ spot, amount: BigInt(count) * amountOf(face) }))),
  });
  const view = createTableView(root, {
    say,
    language,
    title,
    limits: isDemo
      ? `${money.show(limits.step)}–${money.show(limits.mostInRound)}`
      : showMoneyRange(limits.step, limits.mostInRound, open.currency, language),
    demo: isDemo,
    tool: stage.tool?.label,
    chipAmount: chip => money.show(amountOf(chip)),
    onChip(chip) {
      face = chip;
      view.showChip(chip);
      sound.click();
    },
  });
  root.firstElementChild?.classList.add(`t-${game.folder}`);
  const felt = createLaidFelt(root, view, {
    stage,
    game,
    common: {
      step: limits.step,
      label: (spot, amount) =>
        amount > 0n ? say("betOn", { spot: stage.spotName(spot), amount: money.show(amount) }) : stage.spotName(spot),
      onPress: spot => draftChips.put([{ spot, amount: amountOf(face) }]),
    },
  });

  const chat = createChatPanel(language, request => line.chat(request));
  view.head.append(chat.button);
  view.head.after(chat.panel);
  new ResizeObserver(() => chat.panel.style.setProperty("--foot", `${view.foot.offsetHeight}px`)).observe(view.foot);
  const notices = createNotices(view, { say, port, isDemo });
  const report = createRoundReport(port, isDemo);
  const fitRoom = keepRoomFitted(view, stage.room, narrow);
  const isOpen = () => state.round?.phase === "betting" && now() < state.round.closes_at && isConnected;

  const draftChips = createDraftChips({
    own,
    limits,
    say,
    sound,
    view,
    port,
    notices,
    report,
    round: () => state.round,
    isOpen,
    show,
  });

  const phases = createRoundPhases({
    say,
    money,
    own,
    sound,
    view,
    stage,
    felt,
    chips: draftChips,
    notices,
    report,
    show,
  });
  if (stage.front) view.room.before(stage.front);

  /** Chips of a bet that was accepted while its response was lost are no longer to be confirmed. */
  async function refreshOwn(): Promise<void> {
    const isTaken = await own.refresh().catch(() => false);
    if (isTaken && draftChips.drop()) notices.notify(say("placed"));
    show();
  }

  function received(message: SocketMessage): void {
    if (message.type === "chat" || message.type === "chat-state" || message.type === "chat-answer") {
      chat.received(message);
      return;
    }
    if (message.type === "refused") draftChips.failed(new CallError({ code: message.code }));
    if (message.type === "event" || message.type === "snapshot") ahead = message.now - Date.now();
    const next = nextState(state, message);
    if (next === "gap") {
      line.askSnapshot();
      return;
    }
    state = next;
    show();
    if (state.round) phases.follow(state.round);
  }

  /** Stakes of decisions are taken with them, and bets behind only where somebody has bet. */
  const mayRepeat = ({ spot }: Placed): boolean => {
    const owner = game.turns && game.hasSpot(spot) ? game.turns.ownerOf(spot) : undefined;
    return game.turns === undefined || (owner !== undefined && own.seats.includes(owner));
  };

  function show(): void {
    const { round } = state;
    const sent = round ? own.sent(round.number) : [];
    const isBetting = isOpen();
    const { draft, isSending } = draftChips;
    felt.show({ sent: stillOnFelt(sent), draft: draft.layout, crowd: state.crowd }, isBetting);
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
    stage.show(round, state);
  }

  /** Once the result is shown, the chips that lost have left. */
  function stillOnFelt(sent: readonly Placed[]): readonly Placed[] {
    const { phase, outcome } = state.round ?? {};
    if (phase !== "settled" || outcome === undefined || outcome === null) return sent;
    return sent.filter(({ spot }) => felt.returned(outcome, spot) > 0n);
  }

  function layFelt(): void {
    view.placeTools(narrow.matches);
    felt.lay(narrow.matches);
    if (state.round?.phase === "settled" && state.round.outcome !== null) felt.mark(state.round.outcome);
    show();
    fitRoom();
  }

  function showRules(): void {
    openDialog(view.dialogs, () => say("close"), say("rules"), ...rulesContent({ say, money, limits, state, stage }));
  }

  const mute = connectButtons(view, {
    say,
    isDemo,
    own,
    chips: draftChips,
    felt,
    sound,
    port,
    repeat() {
      if (state.round) draftChips.repeat(own.before(state.round.number).filter(mayRepeat));
    },
    showRules,
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
      draftChips.failed(new CallError({ code: "session_ended" }));
    }
  });
  const line = openTableLine(calls.token, {
    onMessage: received,
    onConnected(connected) {
      const isBack = connected && !isConnected;
      isConnected = connected;
      if (isBack && !isDemo) void refreshOwn();
      show();
    },
  });
  if (stage.actions) view.foot.prepend(stage.actions);
  view.showChip(chipFaces.includes(face) ? face : 1);
  const first = nextState(state, open.table);
  if (first !== "gap") state = first;
  if (state.round && own.sent(state.round.number).length > 0) report.started();
  layFelt();
  if (state.round) phases.follow(state.round);
  startFrames({
    stage,
    view,
    sound,
    say,
    language,
    now,
    round: () => state.round,
    isConnected: () => isConnected,
    isPaused: () => isPaused,
    isCalm: () => isCalm,
    onBetting: show,
    onTurn: phases.announceTurn,
  });
}
