import { showPercent } from "#kit/money/show.ts";
import type { OpenView, RoundView } from "#studio/frame/shared/calls.ts";
import type { GameData } from "#studio/frame/shared/game-data.ts";
import type { PageMessage } from "#studio/frame/shared/messages.ts";
import { celebrate, tierOf } from "./celebrate.ts";
import { type AutoplayChoice, chooseAutoplay, confirmBuy, openDialog, showCard } from "./dialogs.ts";
import { el } from "./dom.ts";
import { createMoney } from "./money.ts";
import { createMotion } from "./motion.ts";
import type { PagePort } from "./page-port.ts";
import { drawingUrl, paytable, rules } from "./paytable.ts";
import { pathOf, playRound, restOf, type Shown, winText } from "./play-round.ts";
import { CallError, type Rgs } from "./rgs.ts";
import { createSound } from "./sound.ts";
import { createStage } from "./stage.ts";
import { type Language, type TextKey, textsOf } from "./texts.ts";
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

/** What each refusal says, and what the page may offer for it. */
const errorTexts: Readonly<Record<string, { readonly text: TextKey; readonly open?: "deposit" | "limits" }>> = {
  session_ended: { text: "errSession" },
  session_replaced: { text: "errReplaced" },
  insufficient_funds: { text: "errFunds", open: "deposit" },
  limit_reached: { text: "errLimit", open: "limits" },
  player_blocked: { text: "errBlocked", open: "limits" },
  reality_check: { text: "errReality" },
  round_void: { text: "errVoid" },
  round_open: { text: "errOpen" },
  too_fast: { text: "errFast" },
  too_many_requests: { text: "errFast" },
  game_disabled: { text: "errGame" },
  client_seed_required: { text: "errSeed" },
  casino_unavailable: { text: "errCasino" },
  offline: { text: "errOffline" },
  free_rounds_over: { text: "errFree" },
};

/** Play chips: so many times the middle stake. */
const demoStakes = 1_000n;
const largeWin = 25;

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
    ...{ data, say, language, title, scene: parts.scene, logo: parts.logo, demo },
    seedHash: open.seeds?.seed_hash ?? null,
    ...{ autoplay: profile.autoplay, turbo: profile.turbo, buy: profile.buy && buyModes.length > 0 },
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
  let automatic: (AutoplayChoice & { left: number; lost: bigint }) | undefined;
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

  async function fail(error: unknown): Promise<void> {
    const { code, round, balance: stated } = error instanceof CallError ? error : new CallError({ code: "internal" });
    automatic = undefined;
    if (stated !== undefined) balance = money.read(stated);
    if (code === "session_ended" || code === "session_replaced") ended = true;
    port.send({ type: "error", code, ...(round !== undefined && { round }) });
    const { text, open: what } = errorTexts[code] ?? { text: "errOther" as const };
    const sentence = say(text, { round: round?.slice(0, 8) ?? "" });
    view.announce(sentence);
    const offer =
      what &&
      el(
        "button",
        {
          type: "button",
          class: "primary",
          onclick: () => {
            sheet.close();
            port.send({ type: "open", what });
          },
        },
        say(what),
      );
    const sheet = openDialog(view.dialogs, say, title, el("p", {}, sentence), offer ?? null);
    await sheet.closed;
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
      if (automatic) countAutomatic(round);
    } catch (error) {
      balance += price;
      stage.show(before);
      port.send({ type: "round", state: "ended" });
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
      ...{ data, stage, motion, sound, say, language, turbo, turning, reduced: reduced() },
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
        ...{ maxed: round.capped, reduced: reduced(), quick: automatic !== undefined },
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

  function countAutomatic(round: RoundView): void {
    if (!automatic) return;
    automatic.left -= 1;
    automatic.lost += money.read(round.cost) - money.read(round.payout);
    const featured = round.events.some(({ type }) => type === "feature");
    const large = Number(round.payout) >= largeWin * Number(round.stake);
    const overLimit = automatic.lost >= stake() * BigInt(automatic.lossLimit);
    if (automatic.left <= 0 || featured || large || overLimit) automatic = undefined;
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
    automatic = { ...choice, left: choice.spins, lost: 0n };
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
  document.addEventListener("keydown", event => {
    if (view.dialogs.querySelector("dialog")) return;
    if (event.code === "Space" && !event.repeat) {
      event.preventDefault();
      const card = view.dialogs.querySelector<HTMLButtonElement>(".card");
      if (card) card.click();
      else if (!view.celebration.hidden) view.celebration.click();
      else press();
    }
    if (event.code === "ArrowUp" || event.code === "ArrowRight") moveStake(1);
    if (event.code === "ArrowDown" || event.code === "ArrowLeft") moveStake(-1);
  });
  // Space on the focused button would press a second time when it is released.
  document.addEventListener("keyup", event => {
    if (event.code === "Space" && !view.dialogs.querySelector("dialog")) event.preventDefault();
  });
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
  await resize();
  new ResizeObserver(() => void resize()).observe(view.box);
  if (open.last) {
    view.win.textContent = Number(open.last.payout) > 0 ? money.show(money.read(open.last.payout)) : "";
    idle(open.last);
  }
  port.send({ type: "ready" });
  void document.fonts?.ready.then(() => stage.paint());

  /** The largest cells that the box has room for. */
  function resize(): Promise<void> {
    const style = getComputedStyle(view.frame);
    const edge = 2 * Number.parseFloat(style.paddingTop || "0");
    const sides = getComputedStyle(view.box);
    const padding = Number.parseFloat(sides.paddingLeft) + Number.parseFloat(sides.paddingRight);
    const wide = view.box.clientWidth - padding - edge - (hasPlate ? view.plate.offsetWidth + 12 : 0);
    const high = view.box.clientHeight - edge;
    const { reels, rows } = data.grid;
    const narrow = innerWidth < 768;
    const width = Math.min(wide / reels, (high / rows) * (narrow ? 1 : 1.08), narrow ? 140 : 190);
    const height = Math.min(high / rows, narrow ? width * 1.45 : width);
    return stage.resize(Math.floor(width * reels), Math.floor(height * rows));
  }
}

/** What lies on the reels before the first spin: the top of each strip, or the symbols in order. */
function firstWindow({ grid, strips, symbols }: GameData): string[] {
  const letters = symbols.filter(({ role }) => role === "pay").map(({ letter }) => letter);
  return Array.from({ length: grid.reels }, (_, reel) => {
    const strip = strips.base?.[reel];
    if (strip) return strip.slice(reel + 2, reel + 2 + grid.rows);
    return Array.from({ length: grid.rows }, (_, row) => letters[(reel * 3 + row * 2) % letters.length]).join("");
  });
}
