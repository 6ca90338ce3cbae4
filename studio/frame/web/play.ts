import { dateFormat } from "#kit/i18n/format.ts";
import { callErrorOf, showFailure } from "./failures.ts";
import { demoStakes } from "./game-state.ts";
import { CallError, type Rgs } from "./rgs.ts";
import type { DisplayNeeds, RoundDisplay } from "./round-display.ts";

/** Stakes and spins, by hand or one after another. */
export interface Play {
  spin(mode?: string): Promise<void>;
  /** Spins; while the reels turn it brings them to rest, and it ends autoplay. */
  press(): void;
  /** To the next stake, or the one before. */
  moveStake(by: number): void;
  /** Says why a call failed, and ends autoplay. */
  fail(thrown: unknown): Promise<void>;
  showMoney(): void;
}

export function createPlay(
  needs: DisplayNeeds & { readonly title: string; readonly rgs: Rgs; readonly display: RoundDisplay },
): Play {
  const { data, profile, state, view, stage, motion, sound, money, say, language, port, title, rgs, display } = needs;

  function showMoney(): void {
    view.balance.textContent = money.show(state.balance);
    const free = state.grant();
    view.bet.textContent = money.show(free ? money.read(free.stake) : state.stake());
    view.setPill(
      free ? say("freeRounds", { n: free.left }) : "",
      free?.expires_at && say("validUntil", { at: dateFormat(language, "moment_no_year")(free.expires_at) }),
    );
    view.less.disabled = state.busy || state.automatic !== undefined || free !== undefined || state.stakeAt === 0;
    view.more.disabled =
      state.busy || state.automatic !== undefined || free !== undefined || state.stakeAt >= state.stakes.length - 1;
    if (view.buy) view.buy.disabled = state.busy || state.automatic !== undefined || free !== undefined;
    view.auto?.setAttribute("aria-pressed", String(state.automatic !== undefined));
    view.spin.classList.toggle("busy", state.busy);
    view.spin.toggleAttribute("data-auto", state.automatic !== undefined);
    view.spin.dataset.left = state.automatic ? String(state.automatic.left) : "";
  }

  async function fail(thrown: unknown): Promise<void> {
    const error = callErrorOf(thrown);
    state.automatic = undefined;
    if (error.balance !== undefined) state.balance = money.read(error.balance);
    if (error.code === "session_ended" || error.code === "session_replaced") state.ended = true;
    showMoney();
    await showFailure(error, { host: view.dialogs, say, title, port, announce: view.announce });
  }

  async function spin(mode = "base"): Promise<void> {
    if (state.busy || state.paused || state.ended) return;
    state.busy = true;
    display.endIdle();
    sound.wake();
    sound.press();
    const free = mode === "base" ? state.grant() : undefined;
    const price = free ? 0n : state.stake() * BigInt(data.modes[mode]?.price ?? 1);
    const before = stage.window;
    const pressedAt = performance.now();
    view.setAmount("", "", true);
    view.win.textContent = "";
    if (state.demo && state.balance < price) state.balance = state.stake() * demoStakes;
    state.balance -= price;
    showMoney();
    const turning = mode === "base" && !state.reduced();
    if (turning) stage.start();
    port.send({ type: "round", state: "started" });
    try {
      const chosen = free ? free.stake : (state.stakes[state.stakeAt] ?? "");
      const round = await rgs.spin({
        mode,
        stake: chosen,
        ...(state.automatic && { auto: true }),
        ...(free && { free: free.grant }),
      });
      await display.show(round, turning);
      if (free) free.left -= 1;
      state.automatic = state.automatic?.after(round);
    } catch (error) {
      state.balance += price;
      stage.show(before);
      port.send({ type: "round", state: "ended" });
      // The next press is for money only after the player has seen that the free rounds are over.
      if (free && error instanceof CallError && error.code === "free_rounds_over") free.left = 0;
      await fail(error);
    }
    const rest = profile.min_round_ms - (performance.now() - pressedAt);
    if (rest > 0) await motion.wait(rest);
    state.busy = false;
    showMoney();
    goOn();
  }

  function goOn(): void {
    const plays = state.automatic && !state.paused && document.hasFocus();
    if (plays) setTimeout(() => state.automatic && void spin(), state.turbo ? 120 : 450);
    else state.automatic = undefined;
    showMoney();
  }

  function press(): void {
    if (state.automatic) {
      state.automatic = undefined;
      showMoney();
      return;
    }
    if (!state.busy) {
      void spin();
      return;
    }
    if (profile.slam_stop && profile.min_round_ms === 0) motion.skip();
  }

  function moveStake(by: number): void {
    const next = state.stakeAt + by;
    if (state.busy || state.automatic || state.grant() || next < 0 || next >= state.stakes.length) return;
    state.stakeAt = next;
    sound.wake();
    sound.press();
    showMoney();
    view.announce(say("stakeLine", { amount: money.show(state.stake()) }));
  }

  return { spin, press, moveStake, fail, showMoney };
}
