import { required } from "#kit/std/invariant.ts";
import type { GameName } from "#modules/games/index.ts";
import { gameTesting } from "#modules/games/testing/games.ts";
import type { PlayerNeeds } from "./actions.ts";

/** A player who performs this many actions, sequentially and sometimes two concurrently, in random games. */
export async function play(needs: PlayerNeeds, names: readonly GameName[], actions: number): Promise<void> {
  const { chance, wait } = needs;
  const pick = () => gameTesting[required(names[chance.below(names.length)], "a game")].play;
  for (let i = 0; i < actions; i++) {
    await wait(chance.below(4_000));
    const hands = chance.happens(20) ? [pick(), pick()] : [pick()];
    await Promise.all(hands.map(game => game(needs)));
    needs.done();
  }
}
