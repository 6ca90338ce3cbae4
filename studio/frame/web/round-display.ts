import type { OpenView, RoundView } from "#studio/frame/shared/calls.ts";
import type { GameData } from "#studio/frame/shared/game-data.ts";
import { celebrate, tierOf } from "./celebrate.ts";
import { showCard } from "./dialogs.ts";
import { el } from "./dom.ts";
import type { GameState } from "./game-state.ts";
import type { Money } from "./money.ts";
import type { Motion } from "./motion.ts";
import type { PagePort } from "./page-port.ts";
import { drawingUrl } from "./paytable.ts";
import type { Shown } from "./play-options.ts";
import { playRound } from "./play-round.ts";
import { pathOf, winText } from "./play-wins.ts";
import { restOf } from "./rest-of-round.ts";
import type { Sound } from "./sound.ts";
import type { Stage } from "./stage.ts";
import type { Language, Say } from "./texts.ts";
import type { View } from "./view.ts";

/** Shows rounds: on the reels, in the amounts beside them, and to screen readers. */
export interface RoundDisplay {
  /** A round from its draw to its win. Resolves when it has been shown. */
  show(round: RoundView, turning: boolean): Promise<void>;
  /** The wins of a round one after another, until {@link RoundDisplay.endIdle}. */
  idle(round: RoundView): void;
  endIdle(): void;
  /** The multiplier on the plate. */
  swing(value: number): void;
}

export interface DisplayNeeds {
  readonly data: GameData;
  readonly profile: OpenView["profile"];
  readonly state: GameState;
  readonly view: View;
  readonly stage: Stage;
  readonly motion: Motion;
  readonly sound: Sound;
  readonly money: Money;
  readonly say: Say;
  readonly language: Language;
  readonly port: PagePort;
}

export function createRoundDisplay(needs: DisplayNeeds): RoundDisplay {
  const { data, profile, state, view, stage, motion, sound, money, say, language, port } = needs;
  let endIdle = () => {};

  function swing(value: number): void {
    const svg = data.art[`x${value}`];
    if (!svg) return;
    view.plate.replaceChildren(
      el("img", { src: drawingUrl(svg), alt: "" }),
      ...(data.art.bob ? [el("img", { class: "bob", src: drawingUrl(data.art.bob), alt: "" })] : []),
    );
  }

  function shownBy(round: RoundView): Shown {
    const base = money.read(round.stake);
    return {
      amount: units => money.show(state.unitsAmount(units, base)),
      win(units, text) {
        const won = state.unitsAmount(units, base);
        view.win.textContent = won > 0n ? money.show(won) : "";
        view.setAmount(won > 0n ? money.show(won) : "", text, won <= money.read(round.cost));
      },
      pill: text => view.setPill(text),
      plate: value => swing(value),
      card: (name, text) => showCard(view.dialogs, say, name, text, state.automatic !== undefined || state.turbo),
    };
  }

  function idle(round: RoundView): void {
    const { wins } = restOf(round);
    if (Number(round.payout) <= Number(round.cost) || wins.length === 0) return;
    let at = -1;
    endIdle = motion.run(ms => {
      const next = Math.floor(ms / 1_400) % wins.length;
      const win = wins[next];
      if (next === at || !win) return;
      at = next;
      if (win.cells.length > 0) stage.light(win.cells, pathOf(data, win));
      view.setAmount(
        money.show(state.unitsAmount(win.units, money.read(round.stake))),
        winText(win, { data, say, language }),
        false,
      );
    });
  }

  function announce(round: RoundView, won: bigint): void {
    const grant = state.grant();
    view.announce(
      [
        say("stakeLine", { amount: money.show(money.read(round.cost)) }),
        won > 0n ? say("resultWin", { amount: money.show(won) }) : say("resultNone"),
        ...(grant ? [say("freeRounds", { n: grant.left - 1 })] : []),
        say("balanceLine", { amount: money.show(state.balance) }),
      ].join(". "),
    );
  }

  return {
    swing,
    idle,
    endIdle() {
      endIdle();
      endIdle = () => {};
    },
    async show(round, turning) {
      const usual = state.turbo ? 350 : 900;
      await playRound(round, {
        data,
        stage,
        motion,
        sound,
        say,
        language,
        turbo: state.turbo,
        turning,
        reduced: state.reduced(),
        shown: shownBy(round),
        leastMs: Math.max(usual, profile.min_round_ms - 400),
      });
      state.lastRoundId = round.round ?? state.lastRoundId;
      const won = money.read(round.payout) + money.read(round.jackpot ?? "0");
      state.balance = round.balance === null ? state.balance + won : money.read(round.balance);
      const multiple = Number(round.payout) / Number(round.stake);
      if (won > money.read(round.cost) && tierOf(multiple)) {
        sound.feature();
        await celebrate(view.celebration, say, multiple, money.show(won), {
          maxed: round.capped,
          reduced: state.reduced(),
          quick: state.automatic !== undefined,
        });
      }
      view.win.textContent = won > 0n ? money.show(won) : "";
      view.setAmount(won > 0n ? money.show(won) : "", "", won <= money.read(round.cost));
      announce(round, won);
      port.send({ type: "round", state: "ended", ...(round.round !== undefined && { round: round.round }) });
      if (!state.demo) port.send({ type: "balance-changed" });
      idle(round);
    },
  };
}
