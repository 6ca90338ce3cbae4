import { ask, bet, expectedRound, type PlayerNeeds } from "#assurance/simulation/actions.ts";

export async function play(needs: PlayerNeeds): Promise<void> {
  const { chance } = needs;
  const auto = chance.happens(50) ? { auto_cash_out: `${1 + chance.below(4)}.${10 + chance.below(90)}` } : {};
  const round = await expectedRound(needs, "crash");
  const placed = await bet(needs, "POST /api/v1/games/crash/bets", stake => ({ stake, ...auto, ...round }));
  if (!placed || chance.happens(20)) return;
  await needs.wait(chance.below(20_000));
  const cashOut = { name: "POST /api/v1/games/crash/bets/:id/cash-out", params: { id: placed.id }, body: {} };
  await Promise.all(chance.happens(20) ? [ask(needs, cashOut), ask(needs, cashOut)] : [ask(needs, cashOut)]);
}
