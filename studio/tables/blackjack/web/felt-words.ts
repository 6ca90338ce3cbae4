import type { BlackjackText } from "./texts.ts";

const namespace = "http://www.w3.org/2000/svg";

/** Lines of the felt in units of its picture: on circles around one centre, from the dealer's side to the players'. */
const centre = { x: 600, y: -560 };
const lines = [
  { text: "felt-blackjack", radius: 877, size: 50, half: 420 },
  { text: "felt-dealer", radius: 922, size: 24, half: 330 },
  { text: "felt-insurance", radius: 954, size: 24, half: 330 },
] as const;

function make(name: string, attributes: Readonly<Record<string, string>>, ...children: readonly (Node | string)[]) {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** The rules printed on the felt, in the player's language. The rules of the table say the same to screen readers. */
export function feltWords(say: (key: BlackjackText) => string): HTMLElement {
  const drawn = lines.map(({ text, radius, size, half }) => {
    const y = centre.y + Math.sqrt(radius ** 2 - half ** 2);
    const d = `M${centre.x - half} ${y}A${radius} ${radius} 0 0 0 ${centre.x + half} ${y}`;
    const path = make("path", { id: text, d, fill: "none" });
    const words = make("textPath", { href: `#${text}`, startOffset: "50%" }, say(text));
    return [path, make("text", { class: text, "font-size": String(size) }, words)];
  });
  const element = document.createElement("div");
  element.className = "bj-words";
  element.setAttribute("aria-hidden", "true");
  element.append(make("svg", { viewBox: "0 0 1200 700" }, ...drawn.flat()));
  return element;
}
