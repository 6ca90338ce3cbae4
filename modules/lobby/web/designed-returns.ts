/** What the rules of each game return, in percent with at most one decimal: `{ dice: "99", roulette: "97.3" }`. */
export type DesignedReturns = Readonly<Record<string, string>>;

/** From the response of `GET /api/v1/games/returns`; nothing where it failed. */
export function designedReturns({ status, body }: { status: number; body: unknown }): DesignedReturns {
  if (status !== 200) return {};
  const { games } = (body as { data: { games: { game: string; designed: string }[] } }).data;
  return Object.fromEntries(games.map(({ game, designed }) => [game, String(Math.round(Number(designed) * 10) / 10)]));
}
