import { frames } from "#modules/bets/web/frames.ts";
import { play } from "#modules/bets/web/sound.ts";

/** Duration of the animation in milliseconds, and full spins before it stops at the ticket. */
export const spinMs = 5_000;
export const laps = 6;
const pegsPerLap = 10;

/** Time until the wheel stops; pegs on its rim click past the pin, slower and slower. */
export async function spin(isLoud: boolean): Promise<void> {
  let last = 0;
  await frames(spinMs, share => {
    const peg = Math.floor((1 - (1 - share) ** 3) * laps * pegsPerLap);
    if (isLoud && peg > last) play({ name: "tick", height: (peg % 3) / 7 });
    last = peg;
  });
  if (isLoud) play({ name: "win" });
}
