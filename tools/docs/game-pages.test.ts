import { expect, test } from "vitest";
import { gameTesting } from "#modules/games/testing/games.ts";
import { wheelPage } from "./wheel-page.ts";

// `npx vitest run --project unit tools/docs -u` updates them.
test.each(Object.entries(gameTesting))("the page of %s says what the rules do", async (game, { oddsPage }) => {
  await expect(oddsPage()).toMatchFileSnapshot(`../../docs/games/${game}.md`);
});

test("the page of the daily wheel says what its rules do", async () => {
  await expect(wheelPage()).toMatchFileSnapshot("../../docs/games/wheel.md");
});
