import { showPercent } from "#kit/i18n/numbers.ts";
import type { OpenView, RoundView } from "#studio/frame/shared/calls.ts";
import type { GameData } from "#studio/frame/shared/game-data.ts";
import type { PageMessage } from "#studio/frame/shared/messages.ts";
import { type Autoplay, startAutoplay } from "./autoplay.ts";
import { celebrate, tierOf } from "./celebrate.ts";
import { chooseAutoplay, confirmBuy, openDialog, showCard } from "./dialogs.ts";
import { el } from "./dom.ts";
import { callErrorOf, showFailure } from "./failures.ts";
import { firstWindow, fitStage } from "./fit.ts";
import { bindKeyboard } from "./keyboard.ts";
import { createMoney } from "./money.ts";
import { createMotion } from "./motion.ts";
import type { PagePort } from "./page-port.ts";
import { drawingUrl, paytable, rules } from "./paytable.ts";
import { pathOf, playRound, restOf, type Shown, winText } from "./play-round.ts";
import { CallError, type Rgs } from "./rgs.ts";
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

/** Play chips: so many times the middle stake. */
const demoStakes = 1_000n;

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

  const limit = profile.max_stake === null ? undefined : money.read(profile.max_stake);
  const stakes = open.stakes.filter(stake => limit === undefined || money.read(stake) <= limit);
  let stakeAt = Math.max(0, stakes.indexOf(open.last?.stake ?? stakes[Math.floor(stakes.length / 3)] ?? ""));
  let balance = demo
    ? money.read(stakes[Math.floor(stakes.length / 2)] ?? "1") * demoStakes
    : money.read(open.balance ?? "0");
  const grants = open.free_rounds.map(grant => ({ ...grant }));
  let busy = false;
  let paused = false;
  let ended = false;
  let turbo = false;
  let reducedByPage: boolean | undefined;
  let automatic: Autoplay | undefined;
  let lastRoundId = open.last?.round;
  let endIdle = () => {};
  const reducedQuery = matchMedia("(prefers-reduced-motion: reduce)");
  const reduced = () => reducedByPage ?? reducedQuery.matches;

  const stake = () => money.read(stakes[stakeAt] ?? "0");
  const unitsAmount = (units: number, of = stake()) => (of * BigInt(units)) / BigInt(data.units);
  const grant = () => grants.find(({ left }) => left > 0);

  function showMoney(): void {
    view.balance.textContent = money.show(balance);
    const free = grant();
    view.bet.textContent = money.show(free ? money.read(free.stake) : stake());
    view.setPill(free ? say("freeRounds", { n: free.left }) : "");
    view.less.disabled = busy || automatic !== undefined || free !== undefined || stakeAt === 0;
    view.more.disabled = busy || automatic !== undefined || free !== undefined || stakeAt >= stakes.length - 1;
    if (view.buy) view.buy.disabled = busy || automatic !== undefined || free !== undefined;
    view.auto?.setAttribute("aria-pressed", String(automatic !== undefined));
    view.spin.classList.toggle("busy", busy);
    view.spin.toggleAttribute("data-auto", automatic !== undefined);
    view.spin.dataset.left = automatic ? String(automatic.left) : "";
  }

  function shownBy(round: RoundView): Shown {
    const base = money.read(round.stake);
    return {
      amount: units => money.show(unitsAmount(units, base)),
      win(units, text) {
        const won = unitsAmount(units, base);
        view.win.textContent = won > 0n ? money.show(won) : "";
        view.setAmount(won > 0n ? money.show(won) : "", text, won <= money.read(round.cost));
      },
      pill: text => view.setPill(text),
      plate: value => swing(value),
      card: (name, text) => showCard(view.dialogs, say, name, text, automatic !== undefined || turbo),
    };
  }

  function swing(value: number): void {
    const svg = data.art[`x${value}`];
    if (!svg) return;
    view.plate.replaceChildren(
      el("img", { src: drawingUrl(svg), alt: "" }),
      ...(data.art.bob ? [el("img", { class: "bob", src: drawingUrl(data.art.bob), alt: "" })] : []),
    );
  }

  /** The wins of a round one after another, until the next press. */
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
        money.show(unitsAmount(win.units, money.read(round.stake))),
        winText(win, { data, say, language }),
        false,
      );
    });
  }

  async function fail(thrown: unknown): Promise<void> {
    const error = callErrorOf(thrown);
    automatic = undefined;
    if (error.balance !== undefined) balance = money.read(error.balance);
    if (error.code === "session_ended" || error.code === "session_replaced") ended = true;
    showMoney();
    await showFailure(error, { host: view.dialogs, say, title, port, announce: view.announce });
  }

  async function spin(mode = "base"): Promise<void> {
    if (busy || paused || ended) return;
    busy = true;
    endIdle();
    endIdle = () => {};
    sound.wake();
    sound.press();
    const free = mode === "base" ? grant() : undefined;
    const price = free ? 0n : stake() * BigInt(data.modes[mode]?.price ?? 1);
    const before = stage.window;
    const pressedAt = performance.now();
    view.setAmount("", "", true);
    view.win.textContent = "";
    if (demo && balance < price) balance = stake() * demoStakes;
    balance -= price;
    showMoney();
    const turning = mode === "base" && !reduced();
    if (turning) stage.start();
    port.send({ type: "round", state: "started" });
    try {
      const request = crypto.randomUUID();
      const chosen = free ? free.stake : (stakes[stakeAt] ?? "");
      const round = await rgs.spin({
        request,
        mode,
        stake: chosen,
        ...(automatic && { auto: true }),
        ...(free && { free: free.grant }),
      });
      await show(round, turning);
      if (free) free.left -= 1;
      automatic = automatic?.after(round);
    } catch (error) {
      balance += price;
      stage.show(before);
      port.send({ type: "round", state: "ended" });
      // The next press is for money only after the player has seen that the free rounds are over.
      if (free && error instanceof CallError && error.code === "free_rounds_over") free.left = 0;
      await fail(error);
    }
    const rest = profile.min_round_ms - (performance.now() - pressedAt);
    if (rest > 0) await motion.wait(rest);
    busy = false;
    showMoney();
    goOn();
  }

  async function show(round: RoundView, turning: boolean): Promise<void> {
    const usual = turbo ? 350 : 900;
    await playRound(round, {
      data,
      stage,
      motion,
      sound,
      say,
      language,
      turbo,
      turning,
      reduced: reduced(),
      shown: shownBy(round),
      leastMs: Math.max(usual, profile.min_round_ms - 400),
    });
    lastRoundId = round.round ?? lastRoundId;
    const won = money.read(round.payout) + money.read(round.jackpot ?? "0");
    balance = round.balance === null ? balance + won : money.read(round.balance);
    const multiple = Number(round.payout) / Number(round.stake);
    if (won > money.read(round.cost) && tierOf(multiple)) {
      sound.feature();
      await celebrate(view.celebration, say, multiple, money.show(won), {
        maxed: round.capped,
        reduced: reduced(),
        quick: automatic !== undefined,
      });
    }
    view.win.textContent = won > 0n ? money.show(won) : "";
    view.setAmount(won > 0n ? money.show(won) : "", "", won <= money.read(round.cost));
    view.announce(
      [
        say("stakeLine", { amount: money.show(money.read(round.cost)) }),
        won > 0n ? say("resultWin", { amount: money.show(won) }) : say("resultNone"),
        ...(grant() ? [say("freeRounds", { n: (grant()?.left ?? 1) - 1 })] : []),
        say("balanceLine", { amount: money.show(balance) }),
      ].join(". "),
    );
    port.send({ type: "round", state: "ended", ...(round.round !== undefined && { round: round.round }) });
    if (!demo) port.send({ type: "balance-changed" });
    idle(round);
  }

  function goOn(): void {
    if (automatic && !paused && document.hasFocus()) setTimeout(() => automatic && void spin(), turbo ? 120 : 450);
    else automatic = undefined;
    showMoney();
  }

  /** A press while the reels turn brings them to rest. */
  function press(): void {
    if (automatic) {
      automatic = undefined;
      showMoney();
      return;
    }
    if (!busy) {
      void spin();
      return;
    }
    if (profile.slam_stop && profile.min_round_ms === 0) motion.skip();
  }

  function moveStake(by: number): void {
    const next = stakeAt + by;
    if (busy || automatic || grant() || next < 0 || next >= stakes.length) return;
    stakeAt = next;
    sound.wake();
    sound.press();
    showMoney();
    view.announce(say("stakeLine", { amount: money.show(stake()) }));
  }

  function showRules(): void {
    const table = paytable(data, say, language, units => money.show(unitsAmount(units)));
    openDialog(view.dialogs, say, say("rules"), ...rules(data, say, language), table);
  }

  async function buy(): Promise<void> {
    const offers = buyModes.map(([mode, { price, rtp }]) => ({
      mode,
      rtp: showPercent(rtp, language),
      price: money.show(stake() * BigInt(price)),
    }));
    const mode = await confirmBuy(view.dialogs, say, offers);
    if (mode !== undefined) await spin(mode);
  }

  async function toggleAuto(): Promise<void> {
    if (automatic) {
      automatic = undefined;
      return showMoney();
    }
    const choice = await chooseAutoplay(view.dialogs, say, n => money.show(stake() * BigInt(n)));
    if (!choice) return;
    automatic = startAutoplay(choice, stake(), money.read);
    showMoney();
    await spin();
  }

  function setMuted(on: boolean): void {
    sound.mute(on);
    view.setIcon(view.sound, on ? "mute" : "sound", say(on ? "soundOn" : "soundOff"));
  }

  function onPage(message: PageMessage): void {
    switch (message.type) {
      case "pause":
        paused = true;
        automatic = undefined;
        showMoney();
        return;
      case "resume":
        paused = false;
        if (!demo && !busy)
          void rgs.balance().then(
            ({ balance: stated }) => {
              if (stated !== null && !busy) balance = money.read(stated);
              showMoney();
            },
            () => undefined,
          );
        return;
      case "sound":
        setMuted(!message.on);
        return;
      case "reduced-motion":
        reducedByPage = message.on;
        return;
      case "pot":
        view.setPot(money.read(message.amount) > 0n ? money.show(money.read(message.amount)) : undefined);
        return;
      case "session-ended":
        ended = true;
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
    turbo = !turbo;
    view.turbo?.setAttribute("aria-pressed", String(turbo));
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
    port.send({ type: "open", what: "verify", ...(lastRoundId !== undefined && { round: lastRoundId }) }),
  );
  bindKeyboard(view, press, moveStake);
  window.addEventListener("blur", () => {
    automatic = undefined;
    showMoney();
  });
  view.canvas.addEventListener("contextrestored", () => stage.paint());
  view.canvas.addEventListener("click", () => {
    if (busy && profile.slam_stop && profile.min_round_ms === 0) motion.skip();
  });
  port.onMessage(onPage);

  const hasPlate = data.art.x1 !== undefined && data.art.x20 !== undefined;
  view.plate.hidden = !hasPlate;
  if (hasPlate) swing(1);
  const first = open.last ? restOf(open.last) : undefined;
  stage.show(first && first.window.length > 0 ? first.window : firstWindow(data));
  showMoney();
  const resize = () => fitStage(view, stage, data);
  await resize();
  new ResizeObserver(() => void resize()).observe(view.box);
  if (open.last) {
    view.win.textContent = Number(open.last.payout) > 0 ? money.show(money.read(open.last.payout)) : "";
    idle(open.last);
  }
  port.send({ type: "ready" });
  void document.fonts?.ready.then(() => stage.paint());
}
