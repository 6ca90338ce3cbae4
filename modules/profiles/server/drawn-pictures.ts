import { type DrawnAvatar, drawnAvatars } from "../shared/drawn-avatars.ts";

/** Colours of the design tokens (kit/ui/tokens.css), as files need them. */
const felt = "#0b2c21";
const deep = "#03120c";
const ivory = "#f7f2e5";
const brass = "#d5ac5e";
const light = "#efddad";
const dark = "#936c30";
const signal = "#d8f434";
const red = "#fd736f";
const blue = "#77c9f3";
const orange = "#ffb64f";

interface Drawing {
  readonly ground: string;
  readonly shapes: string;
}

const eye = (x: number, y: number, r = 2.6) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${deep}"/>`;
const leaf = (angle: number) =>
  `<path transform="rotate(${angle} 32 31)" d="M32 31c-9-4-11-9-9-13s7-4 9 0c2-4 7-4 9 0s0 9-9 13z"/>`;
const edge = (angle: number) =>
  `<rect transform="rotate(${angle} 32 32)" x="28.5" y="11" width="7" height="7.5" rx="1"/>`;

const drawings: Readonly<Record<DrawnAvatar, Drawing>> = {
  chip: {
    ground: "#451817",
    shapes:
      `<circle cx="32" cy="32" r="21" fill="${red}"/><g fill="${ivory}">${[0, 60, 120, 180, 240, 300].map(edge).join("")}</g>` +
      `<circle cx="32" cy="32" r="12.5" fill="${ivory}"/><path d="M32 24l6.5 8-6.5 8-6.5-8z" fill="#b63d29"/>`,
  },
  dice: {
    ground: "#14392c",
    shapes:
      `<g transform="rotate(-14 32 32)"><rect x="16" y="16" width="32" height="32" rx="7" fill="${ivory}"/>` +
      `<g fill="#136842">${[
        [24, 24],
        [40, 24],
        [32, 32],
        [24, 40],
        [40, 40],
      ]
        .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3.3"/>`)
        .join("")}</g></g>`,
  },
  crown: {
    ground: "#433215",
    shapes:
      `<path d="M15 24l9 9 8-14 8 14 9-9-4 20H19z" fill="${brass}"/><path d="M19 47h26v4H19z" fill="${light}"/>` +
      `<g fill="${light}"><circle cx="15" cy="22" r="2.6"/><circle cx="32" cy="17" r="2.6"/><circle cx="49" cy="22" r="2.6"/></g>` +
      `<path d="M32 33l4 5-4 5-4-5z" fill="#b63d29"/>`,
  },
  clover: {
    ground: felt,
    shapes:
      `<path d="M32 31c1 8 3 14 8 18" fill="none" stroke="#c1de1b" stroke-width="3" stroke-linecap="round"/>` +
      `<g fill="${signal}">${[0, 90, 180, 270].map(leaf).join("")}</g><circle cx="32" cy="31" r="2.4" fill="#c1de1b"/>`,
  },
  moon: {
    ground: "#0e2d3b",
    shapes:
      `<path d="M38 13a20 20 0 1 0 13 29 17 17 0 0 1-13-29z" fill="${light}"/>` +
      `<g fill="${ivory}"><path d="M47 19l1.4 3.6L52 24l-3.6 1.4L47 29l-1.4-3.6L42 24l3.6-1.4z"/><circle cx="53" cy="34" r="1.5"/><circle cx="41" cy="35" r="1.2"/></g>`,
  },
  comet: {
    ground: "#0e2d3b",
    shapes:
      `<g fill="none" stroke-linecap="round"><path d="M14 20l20 17" stroke="${blue}" stroke-width="3"/><path d="M24 14l15 18" stroke="${ivory}" stroke-width="2.4"/>` +
      `<path d="M12 32l18 10" stroke="${ivory}" stroke-width="2.4"/></g><circle cx="41" cy="42" r="10" fill="${orange}"/><circle cx="38.5" cy="39.5" r="4" fill="${light}"/>`,
  },
  peak: {
    ground: "#14392c",
    shapes:
      `<circle cx="45" cy="20" r="6" fill="${orange}"/><path d="M8 50l18-28 18 28z" fill="#3a6051"/><path d="M26 50l14-20 16 20z" fill="#8d9c8a"/>` +
      `<path d="M26 22l5.5 8.5-3.5 2-3-2.5-3 3-1.5-2.5zM40 30l4.5 5.5-3 1.5-2.5-2-2.5 1z" fill="${ivory}"/>`,
  },
  yurt: {
    ground: "#293510",
    shapes:
      `<path d="M13 34c3-9 11-15 19-15s16 6 19 15z" fill="${ivory}"/><path d="M15 34h34v14H15z" fill="${light}"/>` +
      `<path d="M15 34h34v4H15z" fill="#b63d29"/><path d="M28 38h8v10h-8z" fill="${dark}"/><path d="M28 17h8l1.5 4h-11z" fill="${dark}"/>` +
      `<path d="M19 36l2-2 2 2-2 2zM41 36l2-2 2 2-2 2z" fill="${light}"/>`,
  },
  fox: {
    ground: "#3d290e",
    shapes:
      `<path d="M14 16l12 7h12l12-7-1 17c0 8-9 16-17 18-8-2-17-10-17-18z" fill="${orange}"/>` +
      `<path d="M15.5 33l9.5 3 7 15c-8-2-16.5-10-16.5-18zM48.5 33L39 36l-7 15c8-2 16.5-10 16.5-18z" fill="${ivory}"/>` +
      `${eye(25, 32)}${eye(39, 32)}<path d="M29 46h6l-3 5z" fill="${deep}"/><path d="M17 20l6 4-5 4zM47 20l-6 4 5 4z" fill="${dark}"/>`,
  },
  owl: {
    ground: "#22493a",
    shapes:
      `<path d="M16 16l8 5h16l8-5-1 20c0 9-7 15-15 15s-15-6-15-15z" fill="${dark}"/><path d="M24 40c2 6 14 6 16 0l-1 8c-4 4-10 4-14 0z" fill="${light}"/>` +
      `<g fill="${ivory}"><circle cx="25" cy="30" r="7.5"/><circle cx="39" cy="30" r="7.5"/></g>${eye(25, 30, 3.6)}${eye(39, 30, 3.6)}` +
      `<path d="M29.5 34h5L32 40z" fill="${orange}"/>`,
  },
  cat: {
    ground: "#451817",
    shapes:
      `<path d="M15 15l11 8h12l11-8v20c0 9-8 15-17 15s-17-6-17-15z" fill="#dad6c6"/><path d="M18 20l6 4.5-6 5zM46 20l-6 4.5 6 5z" fill="${red}"/>` +
      `${eye(25, 33, 3)}${eye(39, 33, 3)}<path d="M29.5 38.5h5l-2.5 3z" fill="${red}"/>` +
      `<path d="M32 41.5c-1 3-4 3-5 1M32 41.5c1 3 4 3 5 1M22 40l-9-2M22 43l-8 2M42 40l9-2M42 43l8 2" fill="none" stroke="${deep}" stroke-width="1.3" stroke-linecap="round"/>`,
  },
  fish: {
    ground: "#0e2d3b",
    shapes:
      `<path d="M44 32l11-9v18z" fill="#b63d29"/><path d="M10 32c6-10 14-14 22-14 8 0 13 6 16 14-3 8-8 14-16 14-8 0-16-4-22-14z" fill="${red}"/>` +
      `<path d="M29 19c5 8 5 18 0 26" fill="none" stroke="${ivory}" stroke-width="4.5"/><path d="M39 21c3 7 3 15 0 22" fill="none" stroke="${ivory}" stroke-width="3.5"/>` +
      `<circle cx="20" cy="29" r="3.6" fill="${ivory}"/>${eye(20, 29, 1.9)}`,
  },
};

/** The file of a drawn avatar; undefined for every other key. */
export function drawnPicture(key: string): string | undefined {
  const known = drawnAvatars.find(name => name === key);
  if (!known) return undefined;
  const { ground, shapes } = drawings[known];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path d="M0 0h64v64H0z" fill="${ground}"/>${shapes}</svg>`;
}
