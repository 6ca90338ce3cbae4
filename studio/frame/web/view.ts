import { showCount } from "#kit/i18n/numbers.ts";
import type { GameData } from "#studio/frame/shared/game-data.ts";
import { el, type IconName, icon } from "./dom.ts";
import type { Language, Say } from "./texts.ts";

/** Everything around the reels, in DOM: text for every language, focus and screen readers. */
export type View = ReturnType<typeof createView>;

export interface ViewFacts {
  readonly data: GameData;
  readonly say: Say;
  readonly language: Language;
  readonly title: string;
  readonly scene: string;
  readonly logo: string;
  readonly demo: boolean;
  readonly seedHash: string | null;
  readonly autoplay: boolean;
  readonly turbo: boolean;
  readonly buy: boolean;
}

export function createView(root: HTMLElement, facts: ViewFacts) {
  const { data, say } = facts;
  const canvas = el("canvas", { role: "img", "aria-label": facts.title });
  const reels = el("div", { class: "reels" }, canvas);
  const frame = el(
    "div",
    { class: "frame" },
    ...Array.from({ length: 4 }, () => el("i", { "aria-hidden": "true" })),
    reels,
  );
  const plate = el("div", { class: "plate", hidden: true, "aria-hidden": "true" });
  const box = el("div", { class: "box" }, frame, plate);
  const amount = el("span", { class: "struck", "aria-hidden": "true" });
  const note = el("span", { class: "note" });
  const pot = el("span", { class: "pill pot", hidden: true });
  const pill = el("span", { class: "pill counter", hidden: true });
  const live = el("div", { class: "sr", role: "status", "aria-live": "polite" });
  const button = (name: IconName, label: string, size = 20, classes = "round") =>
    el("button", { type: "button", class: classes, "aria-label": label, title: label }, icon(name, size));
  const spin = button("spin", say("spin"), 40, "spin");
  const less = button("minus", say("less"));
  const more = button("plus", say("more"));
  const auto = facts.autoplay ? button("auto", say("auto")) : undefined;
  const turbo = facts.turbo ? button("turbo", say("turbo")) : undefined;
  turbo?.setAttribute("aria-pressed", "false");
  const rulesButton = button("info", say("rules"), 18, "square");
  const sound = button("sound", say("soundOff"), 18, "square");
  const full = button("full", say("fullscreen"), 18, "square wide");
  const menu = button("menu", say("rules"), 20, "round wide");
  const buy = facts.buy ? el("button", { type: "button", class: "buy" }, say("buy")) : undefined;
  const verify = el("button", { type: "button", class: "link" }, icon("shield", 16), say("verify"));
  const field = (label: string, classes: string) => {
    const value = el("output", { class: "value" });
    return { value, element: el("span", { class: `field ${classes}` }, el("span", { class: "label" }, label), value) };
  };
  const balance = field(say(facts.demo ? "demoBalance" : "balance"), "balance");
  const win = field(say("win"), "win");
  const bet = field(say("bet"), "bet");
  const stakes = el("span", { class: "stakes" }, less, bet.element, more);
  const dialogs = el("div", { class: "dialogs" });
  const celebration = el("div", { class: "celebration", hidden: true, "aria-hidden": "true" });

  root.replaceChildren(
    el(
      "main",
      { class: "stage" },
      el("img", { class: "scene", src: facts.scene, alt: "" }),
      el(
        "div",
        { class: "corner left" },
        el("span", { class: "pill" }, kindText(data, say, facts.language)),
        el(
          "span",
          { class: "pill wide" },
          `${say("maxWin")} `,
          el("b", {}, `${showCount(data.maxWin, facts.language)}×`),
        ),
        pot,
        pill,
      ),
      el("div", { class: "corner right" }, sound, rulesButton, full),
      el("h1", {}, el("img", { class: "logo", src: facts.logo, alt: facts.title })),
      box,
      el("div", { class: "message" }, amount, note),
      el(
        "div",
        { class: "bar" },
        el("div", { class: "side" }, menu, balance.element, win.element),
        spin,
        el("div", { class: "side end" }, stakes, buy, auto, turbo),
      ),
      el(
        "div",
        { class: "seeds" },
        el("i", { class: "seal", "aria-hidden": "true" }),
        facts.seedHash === null
          ? el("span", {}, say("demo"))
          : el(
              "span",
              {},
              el("span", { class: "wide" }, `${say("serverHash")} `),
              el("code", {}, `${facts.seedHash.slice(0, 8)}…${facts.seedHash.slice(-4)}`),
            ),
        el("span", { class: "space" }),
        facts.seedHash === null ? null : verify,
      ),
      celebration,
      dialogs,
      live,
    ),
  );

  return {
    canvas,
    box,
    frame,
    reels,
    plate,
    spin,
    less,
    more,
    auto,
    turbo,
    rulesButton,
    menu,
    sound,
    full,
    buy,
    verify,
    dialogs,
    celebration,
    balance: balance.value,
    win: win.value,
    bet: bet.value,
    setAmount(text: string, under: string, quiet: boolean) {
      amount.textContent = text;
      amount.dataset.text = text;
      amount.classList.toggle("quiet", quiet);
      note.textContent = under;
    },
    /** An empty pot is nothing to play for. */
    setPot(text: string | undefined) {
      pot.replaceChildren(`${say("pot")} `, el("b", {}, text ?? ""));
      pot.hidden = text === undefined;
    },
    setPill(text: string, under = "") {
      pill.replaceChildren(el("span", {}, text), ...(under === "" ? [] : [el("small", {}, under)]));
      pill.hidden = text === "";
    },
    announce(text: string) {
      live.textContent = text;
    },
    setIcon(target: HTMLElement, name: IconName, label: string, size = 18) {
      target.replaceChildren(icon(name, size));
      target.setAttribute("aria-label", label);
      target.title = label;
    },
  };
}

function kindText({ evaluation, grid }: GameData, say: Say, language: Language): string {
  switch (evaluation.kind) {
    case "lines":
      return evaluation.lines.length === 1 ? say("oneLine") : say("lines", { n: evaluation.lines.length });
    case "ways":
      return say("ways", { n: showCount(grid.rows ** grid.reels, language) });
    case "clusters":
      return say("clusters", { n: evaluation.least });
    case "anywhere":
      return say("anywhere", { n: evaluation.least });
  }
}
