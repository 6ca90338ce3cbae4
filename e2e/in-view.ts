import type { Page } from "playwright-core";
import { games } from "#modules/games/index.ts";
import { gameTesting } from "#modules/games/testing/games.ts";
import { tooWide } from "./too-wide.ts";

/**
 * What hides the stake or the action of a game's page: for each that is shown, which part of it is outside the window or covered
 * by something else, without scrolling. Also reports a page without a stake or an action. Empty when both are in view.
 */
function outOfView(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(() => {
    const stakes = ".bar-stake input, .bar-sum b, .rl-act .bar-sum b";
    const actions = ".bet-act .btn";
    const shown = selector => [...document.querySelectorAll(selector)].filter(each => each.checkVisibility());
    const inset = 3;
    const faultOf = each => {
      const { left, right, top, bottom } = each.getBoundingClientRect();
      const name = (each.getAttribute("aria-label") ?? each.textContent ?? "").trim().slice(0, 60);
      const at = [left, top, right, bottom].map(Math.round).join(" ");
      if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
        return name + " is outside the window: " + at;
      if (each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0) return name + " is cut off: " + at;
      const points = [[(left + right) / 2, (top + bottom) / 2], [left + inset, top + inset], [right - inset, bottom - inset]];
      const cover = points.map(([x, y]) => document.elementFromPoint(x, y)).find(one => one !== each && !each.contains(one) && !one?.contains(each));
      return cover && name + " is covered by " + cover.outerHTML.slice(0, 120) + ": " + at;
    };
    const missing = [stakes, actions].filter(selector => shown(selector).length === 0).map(selector => "no " + selector);
    return [...missing, ...[...shown(stakes), ...shown(actions)].flatMap(each => faultOf(each) ?? [])];
  })()`);
}

/** Scrolls to the end of a game's page and returns which part stays under the bar with stake and action; then scrolls back to the top. */
async function endBelowBar(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(async () => {
    const frames = () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    scrollTo(0, document.documentElement.scrollHeight);
    await frames();
    const bars = [...document.querySelectorAll(".bet-bar")].map(bar => bar.getBoundingClientRect().top);
    const ends = [...document.querySelectorAll(".game > *:not(.bet-bar)")].map(part => part.getBoundingClientRect().bottom);
    scrollTo(0, 0);
    await frames();
    const [bar, end] = [Math.min(...bars), Math.max(...ends)];
    return end > bar ? ["the page ends " + Math.round(end - bar) + " px below the bar"] : [];
  })()`);
}

/** Every page on which a stake is placed: that of each game's scene, and all rooms of a game that has stakes by room. */
export const stakePaths: readonly string[] = games.flatMap(({ name, stakes }) => {
  const { path } = gameTesting[name].scene;
  const room = path.split("/").at(-1) ?? "";
  return Object.hasOwn(stakes, room) ? Object.keys(stakes).map(each => path.replace(room, each)) : [path];
});

/** Portrait, the narrowest, and landscape. */
const phones = [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
  { width: 844, height: 390 },
];

/** What is hidden on a page at each phone size, before any scrolling. */
export async function hiddenOn(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const size of phones) {
    await page.setViewportSize(size);
    await page.evaluate("new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
    const faults = [...(await outOfView(page)), ...(await tooWide(page)).slice(0, 2), ...(await endBelowBar(page))];
    found.push(...faults.map(fault => `${new URL(page.url()).pathname} ${size.width}x${size.height}: ${fault}`));
  }
  return found;
}
