import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import type { OtherPlayer } from "#modules/games/testing/game-testing.ts";

const key = ".bet-act .btn.primary";
export const press = async (page: Page) => page.locator(key).first().click();

/** The other one joins what the first has opened. */
export async function joined(other: OtherPlayer | undefined, path: "coinflip/duels" | "cases/battles"): Promise<void> {
  for (;;) {
    const { data } =
      (await other?.call<{ data: Record<string, { id: string }[]> }>("GET", `/api/v1/games/${path}`)) ?? {};
    const open = data?.duels?.[0] ?? data?.battles?.[0];
    if (open) return other?.call("POST", `/api/v1/games/${path}/${open.id}/join`, {}, randomUUID());
  }
}
