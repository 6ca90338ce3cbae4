import { expect, test } from "vitest";
import type { Client } from "#kit/web/client.ts";
import { prepareSeeds } from "./prepare-seeds.ts";

async function methodsOf(seeds: object | null): Promise<readonly string[]> {
  const called: string[] = [];
  const call = async ({ method }: { method: string }) => {
    called.push(method);
    return { data: seeds };
  };
  await prepareSeeds({ call } as unknown as Client["api"], "studio", "altyn");
  return called;
}

test("a client seed is set where the player has none, and never for a game without seeds", async () => {
  expect(await methodsOf({ casino: {}, provider: { client_seed: null } })).toEqual(["GET", "PUT"]);
  expect(await methodsOf({ casino: {}, provider: { client_seed: "mine" } })).toEqual(["GET"]);
  expect(await methodsOf(null)).toEqual(["GET"]);
});
