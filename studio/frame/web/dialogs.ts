import { el, icon } from "./dom.ts";
import type { Say } from "./texts.ts";

/** A sheet over the game; Escape closes it, focus goes back to where it was. */
export function openDialog(
  host: HTMLElement,
  say: (key: "close") => string,
  title: string,
  ...content: (Node | null)[]
): { close(): void; closed: Promise<void> } {
  let done = () => {};
  const closed = new Promise<void>(resolve => {
    done = resolve;
  });
  const close = () => dialog.close();
  const dialog = el(
    "dialog",
    {
      class: "sheet",
      "aria-label": title,
      onclose: () => {
        dialog.remove();
        done();
      },
    },
    el(
      "header",
      {},
      el("h2", {}, title),
      el("button", { type: "button", class: "square", "aria-label": say("close"), onclick: close }, icon("close", 18)),
    ),
    el("div", { class: "content" }, ...content),
  );
  host.append(dialog);
  dialog.addEventListener("click", event => {
    if (event.target === dialog) close();
  });
  dialog.showModal();
  return { close, closed };
}

/** A card over the reels that waits for a tap, a key or four seconds. */
export function showCard(host: HTMLElement, say: Say, title: string, text: string, quick: boolean): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer);
      card.remove();
      resolve();
    };
    const card = el(
      "button",
      { type: "button", class: "card", onclick: end },
      el("strong", { class: "struck", "data-text": title }, title),
      text ? el("span", {}, text) : null,
      el("small", {}, say("tapToGo")),
    );
    const timer = setTimeout(end, quick ? 900 : 4_000);
    host.append(card);
    card.focus({ preventScroll: true });
  });
}

export interface AutoplayChoice {
  readonly spins: number;
  /** In stakes. */
  readonly lossLimit: number;
}

export async function chooseAutoplay(
  host: HTMLElement,
  say: Say,
  amountOf: (stakes: number) => string,
): Promise<AutoplayChoice | undefined> {
  let choice: AutoplayChoice | undefined;
  const options = (name: string, values: readonly number[], text: (value: number) => string) =>
    el(
      "fieldset",
      {},
      el("legend", {}, name),
      ...values.map((value, i) =>
        el(
          "label",
          {},
          el("input", { type: "radio", name, value: String(value), checked: i === 0 }),
          el("span", {}, text(value)),
        ),
      ),
    );
  const spins = options(say("autoSpins"), [10, 25, 50, 100], String);
  const lossLimit = options(say("autoLoss"), [10, 25, 50, 100], amountOf);
  const chosenIn = (field: HTMLElement) => Number(field.querySelector<HTMLInputElement>("input:checked")?.value);
  // The sandbox of a casino's frame allows no form to be submitted.
  const start = el(
    "button",
    {
      type: "button",
      class: "primary",
      onclick: () => {
        choice = { spins: chosenIn(spins), lossLimit: chosenIn(lossLimit) };
        dialog.close();
      },
    },
    say("autoStart"),
  );
  const dialog = openDialog(host, say, say("auto"), spins, lossLimit, el("p", {}, say("autoNote")), start);
  await dialog.closed;
  return choice;
}

export interface BuyOffer {
  readonly mode: string;
  readonly price: string;
  readonly rtp: string;
}

/** Price, return and spread on one sheet; the second tap buys. */
export async function confirmBuy(
  host: HTMLElement,
  say: Say,
  offers: readonly BuyOffer[],
): Promise<string | undefined> {
  let chosen: string | undefined;
  const rows = offers.map(({ mode, price, rtp }) =>
    el(
      "div",
      { class: "offer" },
      el(
        "dl",
        { class: "facts" },
        el("dt", {}, say("buyPrice")),
        el("dd", {}, price),
        el("dt", {}, say("buyReturn")),
        el("dd", {}, rtp),
      ),
      el(
        "button",
        {
          type: "button",
          class: "brass",
          onclick: () => {
            chosen = mode;
            dialog.close();
          },
        },
        say("buyConfirm", { amount: price }),
      ),
    ),
  );
  const dialog = openDialog(host, say, say("buy"), ...rows, el("p", {}, say("buySpread")));
  await dialog.closed;
  return chosen;
}
