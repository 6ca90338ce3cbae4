import { el } from "./dom.ts";
import type { Say, TextKey } from "./texts.ts";

/** From this many bets on: how long it lasts and what it is called. Below the first there is none. */
const tiers: readonly { readonly from: number; readonly ms: number; readonly name: TextKey; readonly style: string }[] =
  [
    { from: 250, ms: 6_000, name: "full", style: "full" },
    { from: 75, ms: 3_500, name: "royal", style: "royal" },
    { from: 25, ms: 2_000, name: "big", style: "big" },
  ];

export function tierOf(multiple: number) {
  return tiers.find(({ from }) => multiple >= from);
}

/** The large wins: shown over the stage, every tap ends it. */
export async function celebrate(
  host: HTMLElement,
  say: Say,
  multiple: number,
  amount: string,
  options: { readonly maxed: boolean; readonly reduced: boolean; readonly quick: boolean },
): Promise<void> {
  const tier = tierOf(multiple);
  if (!tier) return;
  host.replaceChildren(
    el("div", { class: "rays" }),
    el("p", {}, say(options.maxed ? "maxed" : tier.name)),
    el("span", { class: "struck", "data-text": amount }, amount),
  );
  host.className = `celebration ${tier.style}${options.reduced ? " calm" : ""}`;
  host.hidden = false;
  await new Promise<void>(resolve => {
    const timer = setTimeout(resolve, options.quick ? tier.ms / 3 : tier.ms);
    host.onclick = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  host.hidden = true;
}
