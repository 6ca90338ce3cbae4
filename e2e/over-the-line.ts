import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { inject } from "vitest";
import { menuGames } from "#modules/games/printed/menu.ts";

/** How long a response may take whose page is closed. */
const timeoutMs = 2_000;

export interface TrafficCapture {
  /** Records every document, response and socket frame that this page receives over the network. */
  listenTo(page: Page): void;
  /** Everything received so far, and what the server has written to its log. */
  received(): Promise<string>;
}

/** What the server sends, as it goes over the network. */
export function overTheLine(): TrafficCapture {
  const { folder } = inject("app");
  const received: string[] = [];
  const reading = new Set<Promise<void>>();
  return {
    listenTo(page) {
      page.on("response", response => {
        if (!["document", "fetch", "xhr"].includes(response.request().resourceType())) return;
        const late = new Promise<string>(resolve => setTimeout(resolve, timeoutMs, ""));
        const text = Promise.race([response.text().catch(() => ""), late]);
        const work: Promise<void> = text
          .then(body => void received.push(JSON.stringify(response.headers()), body))
          .finally(() => reading.delete(work));
        reading.add(work);
      });
      page.on("websocket", socket => socket.on("framereceived", ({ payload }) => void received.push(String(payload))));
    },
    async received() {
      await Promise.all(reading);
      return [...received, await readFile(join(folder, "server.log"), "utf8")].join("\n");
    },
  };
}

const games: readonly string[] = [
  ...menuGames.map(({ game }) => game).filter(game => game !== "rooms"),
  ...["cases/amber", "cases/battles", "coinflip/duels", "rooms/red", "rooms/yellow", "rooms/purple"],
];

/** Requests server-rendered pages of games for the signed-in player; returns how many of them had a stage. */
export async function renderGames(page: Page, locale: string, of: readonly string[] = games): Promise<number> {
  const paths = of.map(path => `/${locale}/games/${path}`);
  return await page.evaluate(async addresses => {
    const answers = await Promise.all(addresses.map(async address => (await fetch(address)).text()));
    return answers.filter(text => text.includes('class="stage')).length;
  }, paths);
}
