type Child = Node | string | null | undefined | false;

/** An element with attributes and children; `on…` attributes are listeners. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string | boolean | ((event: Event) => void)>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false) element.setAttribute(name, value);
  }
  element.append(
    ...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false),
  );
  return element;
}

const paths = {
  spin: "M3 12a9 9 0 0 1 15.5-6.2L21 8M21 3v5h-5M21 12a9 9 0 0 1-15.5 6.2L3 16M3 21v-5h5",
  stop: "M7 7h10v10H7z",
  minus: "M5 12h14",
  plus: "M12 5v14M5 12h14",
  auto: "m17 2 4 4-4 4M3 11v-1a4 4 0 0 1 4-4h14M7 22l-4-4 4-4M21 13v1a4 4 0 0 1-4 4H3",
  turbo: "M13 2 4 14h7l-1 8 9-12h-7z",
  sound: "M11 5 6 9H2v6h4l5 4zM15.5 8.5a5 5 0 0 1 0 7M18.5 5.5a9 9 0 0 1 0 13",
  mute: "M11 5 6 9H2v6h4l5 4zM22 9l-6 6M16 9l6 6",
  info: "M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20M12 16v-4M12 8h.01",
  full: "M8 3H5a2 2 0 0 0-2 2v3M21 8V5a2 2 0 0 0-2-2h-3M3 16v3a2 2 0 0 0 2 2h3M16 21h3a2 2 0 0 0 2-2v-3",
  shield: "M20 13c0 5-3.5 7.5-8 9-4.500-1.500-8-4-8-9V6l8-3 8 3zM9 12l2 2 4-4",
  chat: "M21 12a8 8 0 0 1-8 8H4l2.500-3A8 8 0 1 1 21 12",
  menu: "M4 6h16M4 12h16M4 18h16",
  close: "M6 6l12 12M18 6 6 18",
} as const;
export type IconName = keyof typeof paths;

const svg = "http://www.w3.org/2000/svg";

export function icon(name: IconName, size = 20): SVGSVGElement {
  const drawn = document.createElementNS(svg, "svg");
  for (const [key, value] of Object.entries({
    viewBox: "0 0 24 24",
    width: String(size),
    height: String(size),
    fill: "none",
    stroke: "currentColor",
    "stroke-width": "2",
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    "aria-hidden": "true",
  })) {
    drawn.setAttribute(key, value);
  }
  const path = document.createElementNS(svg, "path");
  path.setAttribute("d", paths[name]);
  drawn.append(path);
  return drawn;
}
