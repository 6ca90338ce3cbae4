import { showMoneyRange } from "#kit/money/show.ts";
import { openDialog } from "#studio/frame/web/dialogs.ts";
import { createMoney } from "#studio/frame/web/money.ts";
import type { PagePort } from "#studio/frame/web/page-port.ts";
import { CallError } from "#studio/frame/web/rgs.ts";
import type { SocketMessage, TableOpenView } from "../shared/calls.ts";
import { createChatPanel } from "./chat-panel.ts";
import { type ChipFace, chipFaces } from "./chips.ts";
import { createDraftChips } from "./draft-chips.ts";
import { keepRoomFitted } from "./fit-room.ts";
import { startFrames } from "./frame-loop.ts";
import { createLaidFelt } from "./laid-felt.ts";
import { createLiveTable } from "./live-table.ts";
import { createNotices } from "./notices.ts";
import { casinoBets, chipBets } from "./own-bets.ts";
import { followPage } from "./page-settings.ts";
import { createRoundPhases } from "./round-phases.ts";
import { createRoundReport } from "./round-report.ts";
import { rulesContent } from "./rules-view.ts";
import { createSeatCalls } from "./seat-calls.ts";
import { repeatable, showTable } from "./show-table.ts";
import type { StageModule } from "./stage.ts";
import { connectButtons } from "./table-buttons.ts";
import type { TableCalls } from "./table-calls.ts";
import { openTableLine } from "./table-line.ts";
import { createTableSound } from "./table-sound.ts";
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

  const live = createLiveTable(open.table);
  const round = () => live.state.round;
  let face: ChipFace = 25;
  const amountOf = (chip: ChipFace) => BigInt(chip) * limits.step;
  document.documentElement.lang = language;
  document.title = title;
  const stage = create({
    language,
    money,
    limits,
    now: live.now,
    seats: createSeatCalls({
      own,
      sound,
      port,
      round,
      seatChanged(seat, isTaken) {
        const text = stage.seatText?.(seat, isTaken);
        if (text !== undefined) notices.notify(text);
      },
      failed: error => draftChips.failed(error),
      show,
    }),
    sent: number => own.sent(number),
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

  const draftChips = createDraftChips({
    own,
    limits,
    say,
    sound,
    view,
    port,
    notices,
    report,
    round,
    isOpen: live.isOpen,
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
    if (!live.received(message)) {
      line.askSnapshot();
      return;
    }
    show();
    follow();
  }

  function follow(): void {
    const current = round();
    if (current) phases.follow(current);
  }

  function show(): void {
    showTable({ table: live, game, own, chips: draftChips }, { view, felt, stage }, { say, money, isDemo });
  }

  function layFelt(): void {
    view.placeTools(narrow.matches);
    felt.lay(narrow.matches);
    const current = round();
    if (current?.phase === "settled" && current.outcome !== null) felt.mark(current.outcome);
    show();
    fitRoom();
  }

  function showRules(): void {
    const content = rulesContent({ say, money, limits, state: live.state, stage });
    openDialog(view.dialogs, () => say("close"), say("rules"), ...content);
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
      const current = round();
      if (current) draftChips.repeat(repeatable(game, own, current.number));
    },
    showRules,
  });
  narrow.addEventListener("change", layFelt);
  const page = followPage(port, {
    mute,
    calm: on => stage.calm(on),
    sessionEnded() {
      line.close();
      draftChips.failed(new CallError({ code: "session_ended" }));
    },
  });
  const line = openTableLine(calls.token, {
    onMessage: received,
    onConnected(isConnected) {
      if (!isConnected) chat.disconnected();
      const isBack = live.connected(isConnected);
      if (isBack && !isDemo) void refreshOwn();
      show();
    },
  });
  if (stage.actions) view.foot.prepend(stage.actions);
  view.showChip(chipFaces.includes(face) ? face : 1);
  const opened = round();
  if (opened && own.sent(opened.number).length > 0) report.started();
  layFelt();
  follow();
  startFrames({
    stage,
    view,
    sound,
    say,
    language,
    now: live.now,
    round,
    isConnected: () => live.isConnected,
    isPaused: page.isPaused,
    isCalm: page.isCalm,
    onBetting: show,
    onTurn: phases.announceTurn,
  });
}
