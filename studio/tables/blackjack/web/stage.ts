import type { Json } from "#kit/std/json.ts";
import { el } from "#studio/frame/web/dom.ts";
import type { RoundFacts } from "../../shared/calls.ts";
import type { TableGame } from "../../shared/table-game.ts";
import type { Move, Next } from "../../shared/turns.ts";
import { paidBox } from "../../web/paid-box.ts";
import type { Stage, StageFacts, StageModule } from "../../web/stage.ts";
import type { TableState } from "../../web/table-state.ts";
import rack from "../art/rack.svg";
import { fiveSeatsBlackjack } from "../game.ts";
import { isBlackjack, pointsOf, totalOf } from "../hands.ts";
import { type BlackjackOutcome, isPair } from "../rules.ts";
import { createActionsView } from "./actions-view.ts";
import { createSeatsFelt, type SeatsFelt } from "./felt.ts";
import { feltWords } from "./felt-words.ts";
import { createHandsView } from "./hands-view.ts";
import { areDecisionsOpen, viewOf } from "./script.ts";
import { strategyCard } from "./strategy-card.ts";
import { blackjackTexts } from "./texts.ts";
import "./blackjack.css";

const outcomeOf = (outcome: Json) => outcome as unknown as BlackjackOutcome;

/** What the player may decide now, at each of their seats. */
function movesOf(round: RoundFacts | null, own: readonly number[]): readonly Move[] {
  const view = round?.phase === "playing" ? viewOf(round) : undefined;
  const { next } = round?.play ?? {};
  if (!view || !next) return [];
  const played = own.filter(seat => view.seats.some(each => each.seat === seat));
  if (next.kind === "all") {
    const seat = next.seats.find(each => played.includes(each));
    return seat === undefined ? [] : ["insure", "decline"].map(action => ({ seat, hand: 0, action }));
  }
  if (next.kind !== "turn" || !played.includes(next.seat)) return [];
  const { seat, hand } = next;
  const hands = view.seats.find(each => each.seat === seat)?.hands ?? [];
  const cards = hands[hand]?.cards ?? [];
  const actions = ["hit", "stand"];
  if (cards.length === 2) actions.push("double");
  if (hands.length === 1 && isPair(cards)) actions.push("split");
  return actions.map(action => ({ seat, hand, action }));
}

/** With reduced motion no card is dealt in front of the player: all of them are there. */
const afterDealing = Number.MAX_SAFE_INTEGER;

function create({ language, seats, now }: StageFacts): Stage {
  const say = blackjackTexts(language);
  const hands = createHandsView(say("blackjack"));
  const actions = createActionsView(say, move => seats.act(move));
  let felt: SeatsFelt | undefined;
  let round: RoundFacts | null = null;
  let state: TableState | undefined;
  let isCalm = false;
  let wereOpen = false;

  const nickOf = (seat: number) => state?.seats.find(each => each.seat === seat)?.nick ?? "";
  const isOwn = (seat: number) => seats.own().includes(seat);

  const areOpen = () => round !== null && areDecisionsOpen(round, isCalm ? afterDealing : now());

  function showDecisions(): void {
    wereOpen = areOpen();
    hands.turn(wereOpen ? round?.play?.next : undefined);
    actions.show(wereOpen ? movesOf(round, seats.own()) : [], seats.isBusy());
  }

  function press(spot: string, put: (spot: string) => void): void {
    const [kind = "", number = ""] = spot.split("-");
    const seat = Number(number);
    const isTaken = state?.seats.some(each => each.seat === seat) ?? false;
    if (isOwn(seat)) put(spot);
    else if (isTaken) put(`behind-${seat}`);
    else if (kind === "seat") seats.sit(seat);
  }

  function spotName(spot: string): string {
    const [kind = "", number = ""] = spot.split("-");
    const n = Number(number);
    if (kind !== "seat") return say(`name-${kind}` as "name-pairs", { n });
    if (isOwn(n)) return say("name-seat", { n });
    const nick = nickOf(n);
    return nick === "" ? say("name-free", { n }) : say("name-other", { n, nick });
  }

  /** Whose decision it is, in a line and in detail. */
  function turnText(next: Next | undefined): { readonly title: string; readonly detail: string } {
    if (!areOpen()) return { title: say("dealt"), detail: "" };
    const view = round ? viewOf(round) : undefined;
    if (next?.kind === "all") {
      const isAsked = next.seats.some(isOwn);
      return { title: say(isAsked ? "insurance" : "othersInsure"), detail: say("insuranceText") };
    }
    if (next?.kind !== "turn" || !view) return { title: say("dealt"), detail: "" };
    const { seat, hand } = next;
    const cards = view.seats.find(each => each.seat === seat)?.hands[hand]?.cards ?? [];
    const { total, soft } = totalOf(cards);
    const up = pointsOf(view.dealer[0] ?? "");
    const detail = say("against", { total: soft ? say("soft", { total }) : total, up: up === 1 ? say("ace") : up });
    const nick = nickOf(seat);
    const title = isOwn(seat) ? say("yourTurn") : nick === "" ? say("seatTurn", { n: seat }) : say("turnOf", { nick });
    return { title, detail };
  }

  function dealerText(outcome: Json): string {
    const { dealer } = outcomeOf(outcome);
    if (dealer.length === 0) return say("noBets");
    const { total } = totalOf(dealer);
    if (isBlackjack(dealer)) return say("dealerBlackjack");
    return say(total > 21 ? "dealerBust" : "dealerHas", { total });
  }

  return {
    scenery: [
      feltWords(say),
      el("img", { class: "bj-rack", src: rack, alt: "", draggable: "false" }),
      el("i", { class: "shoe-box" }),
      hands.dealer,
    ],
    room: { width: 1_340, height: 745, narrow: 374 },
    texts: { dealing: say("dealing"), rules: say("rules") },
    more: strategyCard(say),
    actions: actions.element,
    turnText: facts => turnText(facts.play?.next),
    seatText: (seat, isTaken) => say(isTaken ? "seatTaken" : "seatLeft", { n: seat }),
    felt(isNarrow, common) {
      felt = createSeatsFelt(
        isNarrow,
        {
          step: common.step,
          label: common.label,
          onPress: spot => press(spot, common.onPress),
          onLeave: seat => seats.leave(seat),
        },
        say,
      );
      felt.element.append(hands.seats);
      return felt;
    },
    spotName,
    resultText: dealerText,
    boxes: ({ winners }, ownId) => (winners.length > 0 ? [paidBox(winners, language, ownId)] : []),
    results: ({ history }) =>
      history
        .flatMap(({ outcome }) => fiveSeatsBlackjack.mark(outcomeOf(outcome)) ?? [])
        .slice(0, 10)
        .map(({ text, tone }) => el("li", { class: `bead bead-${tone}` }, text[language])),
    pays: [
      { spot: "seat-1", name: say("rule-seat"), odds: say("payHand") },
      { spot: "pairs-1", name: say("rule-pairs"), odds: say("payPairs") },
      { spot: "plus3-1", name: say("rule-plus3"), odds: say("payPlus3") },
      { spot: "behind-1", name: say("behind"), odds: say("payHand") },
    ],
    show(next, given) {
      round = next;
      state = given;
      hands.show(next, seats.own());
      felt?.seats(given.seats, seats.own());
      showDecisions();
    },
    draw(at) {
      if (areOpen() !== wereOpen) showDecisions();
      const play = wereOpen ? round?.play : null;
      const seat = play?.next.kind === "turn" ? play.next.seat : undefined;
      const span = play?.ends_at ? play.ends_at - play.starts_at : 1;
      felt?.turn(seat, play?.ends_at ? Math.max(0, Math.min(1, (play.ends_at - at) / span)) : 0);
      return hands.draw(isCalm ? afterDealing : at);
    },
    calm(on) {
      isCalm = on;
    },
  };
}

export const stage: StageModule = { game: fiveSeatsBlackjack as unknown as TableGame, create };
