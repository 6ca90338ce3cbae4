import { expect, test } from "vitest";
import { battlesPage } from "./battles-page.ts";
import { casesPage } from "./cases-page.ts";
import { coinflipPage } from "./coinflip-page.ts";
import { crashPage } from "./crash-page.ts";
import { dicePage } from "./dice-page.ts";
import { duelsPage } from "./duels-page.ts";
import { hiloPage } from "./hilo-page.ts";
import { kenoPage } from "./keno-page.ts";
import { limboPage } from "./limbo-page.ts";
import { minerPage } from "./miner-page.ts";
import { plinkoPage } from "./plinko-page.ts";
import { roomsPage } from "./rooms-page.ts";
import { roulettePage } from "./roulette-page.ts";
import { wheelPage } from "./wheel-page.ts";

// `npx vitest run --project unit tools/docs -u` updates them.
test("the pages of the games say what the rules do", async () => {
  await expect(dicePage()).toMatchFileSnapshot("../../docs/games/dice.md");
  await expect(plinkoPage()).toMatchFileSnapshot("../../docs/games/plinko.md");
  await expect(limboPage()).toMatchFileSnapshot("../../docs/games/limbo.md");
  await expect(kenoPage()).toMatchFileSnapshot("../../docs/games/keno.md");
  await expect(minerPage()).toMatchFileSnapshot("../../docs/games/miner.md");
  await expect(hiloPage()).toMatchFileSnapshot("../../docs/games/hilo.md");
  await expect(duelsPage()).toMatchFileSnapshot("../../docs/games/duels.md");
  await expect(battlesPage()).toMatchFileSnapshot("../../docs/games/battles.md");
  await expect(roomsPage()).toMatchFileSnapshot("../../docs/games/rooms.md");
  await expect(coinflipPage()).toMatchFileSnapshot("../../docs/games/coinflip.md");
  await expect(casesPage()).toMatchFileSnapshot("../../docs/games/cases.md");
  await expect(crashPage()).toMatchFileSnapshot("../../docs/games/crash.md");
  await expect(roulettePage()).toMatchFileSnapshot("../../docs/games/roulette.md");
  await expect(wheelPage()).toMatchFileSnapshot("../../docs/games/wheel.md");
});
