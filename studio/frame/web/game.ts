import { showPercent } from "#kit/i18n/numbers.ts";
import type { OpenView } from "#studio/frame/shared/calls.ts";
import type { GameData } from "#studio/frame/shared/game-data.ts";
import type { PageMessage } from "#studio/frame/shared/messages.ts";
import { startAutoplay } from "./autoplay.ts";
import { chooseAutoplay, confirmBuy, openDialog } from "./dialogs.ts";
import { firstWindow, fitStage } from "./fit.ts";
import { createGameState } from "./game-state.ts";
import { bindKeyboard } from "./keyboard.ts";
import { createMoney, potText } from "./money.ts";
import { createMotion } from "./motion.ts";
import type { PagePort } from "./page-port.ts";
import { paytable, rules } from "./paytable.ts";
import { createPlay } from "./play.ts";
import { restOf } from "./rest-of-round.ts";
import { CallError, type Rgs } from "./rgs.ts";
import { createRoundDisplay } from "./round-display.ts";
import { createSound } from "./sound.ts";
import { createStage } from "./stage.ts";
import { type Language, textsOf } from "./texts.ts";
import { createView } from "./view.ts";

export interface GameParts {
  readonly root: HTMLElement;
  readonly data: GameData;
  readonly open: OpenView;
  readonly rgs: Rgs;
  readonly port: PagePort;
  readonly scene: string;
  readonly logo: string;
}

export async function startGame(parts: GameParts): Promise<void> {
  const { root, data, open, rgs, port } = parts;
  const demo = open.mode === "demo";
  const language: Language = open.locale;
  const say = textsOf(language);
  const money = createMoney(open.currency, language, demo);
  const { profile } = open;
  const buyModes = Object.entries(data.modes).filter(([mode]) => mode !== "base");
  const title = data.titles[language];
  document.documentElement.lang = language;
  document.title = title;
  const view = createView(root, {
    data,
    say,
    language,
    title,
    scene: parts.scene,
    logo: parts.logo,
    demo,
    seedHash: open.seeds?.seed_hash ?? null,
    autoplay: profile.autoplay,
    turbo: profile.turbo,
    buy: profile.buy && buyModes.length > 0,
  });
  const motion = createMotion(() => stage.paint());
  const stage = createStage(view.canvas, data, motion);
  const sound = createSound(data.theme);

  const state = createGameState(data, open, money);
  const needs = { data, profile, state, view, stage, motion, sound, money, say, language, port };
  const display = createRoundDisplay(needs);

  const { showMoney, fail, spin, press, moveStake } = createPlay(Object.assign({ title, rgs, display }, needs));

  function showRules(): void {
    const table = paytable(data, say, language, units => money.show(state.unitsAmount(units)));
    openDialog(view.dialogs, say, say("rules"), ...rules(data, say, language), table);
  }

  async function buy(): Promise<void> {
    const offers = buyModes.map(([mode, { price, rtp }]) => ({
      mode,
      rtp: showPercent(rtp, language),
      price: money.show(state.stake() * BigInt(price)),
    }));
    const mode = await confirmBuy(view.dialogs, say, offers);
    if (mode !== undefined) await spin(mode);
  }

  async function toggleAuto(): Promise<void> {
    if (state.automatic) {
      state.automatic = undefined;
      return showMoney();
    }
    const choice = await chooseAutoplay(view.dialogs, say, n => money.show(state.stake() * BigInt(n)));
    if (!choice) return;
    state.automatic = startAutoplay(choice, state.stake(), money.read);
    showMoney();
    await spin();
  }

  function setMuted(on: boolean): void {
    sound.mute(on);
    view.setIcon(view.sound, on ? "mute" : "sound", say(on ? "soundOn" : "soundOff"));
  }

  /** What the casino has: a bet may have been taken, or paid, while no response arrived. */
  function readBalance(): void {
    if (demo || state.busy) return;
    void rgs.balance().then(
      ({ balance: stated }) => {
        if (stated !== null && !state.busy) state.balance = money.read(stated);
        showMoney();
      },
      () => undefined,
    );
  }

  function onPage(message: PageMessage): void {
    switch (message.type) {
      case "pause":
        state.paused = true;
        state.automatic = undefined;
        showMoney();
        return;
      case "resume":
        state.paused = false;
        readBalance();
        return;
      case "sound":
        setMuted(!message.on);
        return;
      case "reduced-motion":
        state.reducedByPage = message.on;
        return;
      case "pot":
        view.setPot(potText(money, message.amount));
        return;
      case "session-ended":
        state.ended = true;
        void fail(new CallError({ code: "session_ended" }));
        return;
      case "language":
        // Texts are made once: the page launches the game again in another language.
        document.documentElement.lang = message.language;
        return;
    }
  }

  view.spin.addEventListener("click", press);
  view.less.addEventListener("click", () => moveStake(-1));
  view.more.addEventListener("click", () => moveStake(1));
  view.auto?.addEventListener("click", () => void toggleAuto());
  view.turbo?.addEventListener("click", () => {
    state.turbo = !state.turbo;
    view.turbo?.setAttribute("aria-pressed", String(state.turbo));
  });
  view.rulesButton.addEventListener("click", showRules);
  view.menu.addEventListener("click", showRules);
  view.buy?.addEventListener("click", () => void buy());
  view.sound.addEventListener("click", () => setMuted(!sound.muted));
  view.full.addEventListener("click", () => {
    if (window.parent === window) void document.documentElement.requestFullscreen?.().catch(() => undefined);
    else port.send({ type: "fullscreen" });
  });
  view.verify.addEventListener("click", () =>
    port.send({ type: "open", what: "verify", ...(state.lastRoundId !== undefined && { round: state.lastRoundId }) }),
  );
  bindKeyboard(view, press, moveStake);
  window.addEventListener("online", readBalance);
  window.addEventListener("blur", () => {
    state.automatic = undefined;
    showMoney();
  });
  view.canvas.addEventListener("contextrestored", () => stage.paint());
  view.canvas.addEventListener("click", () => {
    if (state.busy && profile.slam_stop && profile.min_round_ms === 0) motion.skip();
  });
  port.onMessage(onPage);

  const hasPlate = data.art.x1 !== undefined && data.art.x20 !== undefined;
  view.plate.hidden = !hasPlate;
  if (hasPlate) display.swing(1);
  const first = open.last ? restOf(open.last) : undefined;
  stage.show(first && first.window.length > 0 ? first.window : firstWindow(data));
  showMoney();
  const resize = () => fitStage(view, stage, data);
  await resize();
  new ResizeObserver(() => void resize()).observe(view.box);
  if (open.last) {
    view.win.textContent = Number(open.last.payout) > 0 ? money.show(money.read(open.last.payout)) : "";
    display.idle(open.last);
  }
  port.send({ type: "ready" });
  void document.fonts?.ready.then(() => stage.paint());
}
