import { parseDecimal } from "#kit/money/amount.ts";
import { type Act, bets, type Server, type World } from "./reward-world.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const title = { en: "Killed", ru: "Прерванный", kz: "Үзілген" };
const reason = "a server that is killed";
const prizes = ["20", "10"];

/** Projections, tournaments, races and jackpots: what follows from bets after they have ended. */
export function playActs(world: World): readonly Act[] {
  const { host, modules } = world;

  const folds = async () => {
    const player = await world.player();
    await world.fold();
    const bet = bets(player, "4");
    return {
      async run(server: Server) {
        await bet(server);
        await server.job("projections-follow");
      },
      found: () =>
        world.rows(
          "SELECT bets::int, real_staked::int AS staked FROM projections.player_game_days WHERE player_id = $1",
          player.id,
        ),
      expected: [{ bets: 1, staked: 4_000_000 }],
    };
  };

  /** Acts of a tournament that two players play and that ended `ago`. */
  async function tournament(ago: number) {
    const { asks } = await world.owners();
    const by = { id: asks.id as never, name: asks.name };
    const id = host.ids.next();
    const [startsAt, endsAt] = [new Date(host.clock.now()), new Date(host.clock.now() + hourMs)];
    const terms = { games: [], minStake: parseDecimal("0.1"), points: {}, prizes: prizes.map(parseDecimal) };
    await host.db.tx(async tx => {
      const drafted = { id, title, scoring: "wagered", currency: "USD", startsAt, endsAt, ...terms } as const;
      await modules.tournaments.office.draft(tx, drafted, by);
      await modules.tournaments.office.change(tx, "tournaments.publish", { id, reason }, by);
    });
    const players = [await world.player(), await world.player()] as const;
    for (const player of players) await world.call(player, `POST /api/v1/tournaments/${id}/join`);
    const play = [bets(players[0], "8"), bets(players[1], "4")];
    if (ago > 0) {
      for (const bet of play) await bet(world.server);
      await world.fold();
      await world.pass(hourMs + ago);
    }
    return { id, players, play };
  }

  const advances = (server: Server) => server.job("tournaments-advance");
  const scoresOf = (id: string) =>
    world.rows("SELECT score::int FROM tournaments.entries WHERE tournament_id = $1 ORDER BY score DESC", id);
  const ranksOf = (id: string) =>
    world.rows("SELECT place, score::int FROM tournaments.ranks WHERE tournament_id = $1 ORDER BY place", id);
  /** A quarter of a stake of dice counts. */
  const scores = [{ score: 2_000_000 }, { score: 1_000_000 }];
  const ranks = scores.map((each, index) => ({ place: index + 1, ...each }));

  return [
    { at: "projections.formed", prepare: folds },
    { at: "projections.folded", prepare: folds },
    {
      at: "tournaments.folded",
      async prepare() {
        const { id, play } = await tournament(0);
        return {
          async run(server) {
            for (const bet of play) await bet(server);
            await server.job("projections-follow");
            await advances(server);
          },
          found: () => scoresOf(id),
          expected: scores,
        };
      },
    },
    {
      at: "tournaments.frozen",
      async prepare() {
        const { id } = await tournament(10 * 60_000);
        return { run: async server => void (await advances(server)), found: () => ranksOf(id), expected: ranks };
      },
    },
    {
      at: "tournaments.prize",
      async prepare() {
        const { id, players } = await tournament(10 * 60_000);
        await modules.tournaments.advance();
        await world.pass(dayMs + hourMs);
        const paid = players.map(player => player.id);
        return {
          run: async server => void (await advances(server)),
          found: () =>
            world.rows(
              `SELECT t.state, p.place, l.amount::int FROM tournaments.tournaments t JOIN tournaments.prizes p ON p.tournament_id = t.id
               JOIN ledger.transfers l ON l.player_id = p.player_id AND l.kind = 90 WHERE t.id = $1 AND l.player_id = ANY ($2) ORDER BY p.place`,
              id,
              paid,
            ),
          expected: prizes.map((prize, index) => ({
            state: "finished",
            place: index + 1,
            amount: Number(parseDecimal(prize)),
          })),
        };
      },
    },
    {
      at: "tournaments.race",
      async prepare() {
        const id = host.ids.next();
        const schedule = { every: "day", zone: "Asia/Almaty", time: "12:00", weekday: null } as const;
        const terms = { games: [], minStake: parseDecimal("0.1"), points: {}, prizes: prizes.map(parseDecimal) };
        const race = { id, title, scoring: "wagered", currency: "USD", schedule, ...terms } as const;
        const { asks } = await world.owners();
        const by = { id: asks.id as never, name: asks.name };
        await host.db.tx(tx => modules.tournaments.office.draftRace(tx, race, by));
        await world.approved((tx, by) => modules.tournaments.office.startRace(tx, { id, reason }, by));
        return {
          run: async server => void (await advances(server)),
          async found() {
            const rows = await world.rows("SELECT state FROM tournaments.tournaments WHERE race_id = $1", id);
            await world.rows("UPDATE tournaments.races SET state = 'stopped' WHERE id = $1", id);
            return rows;
          },
          expected: [{ state: "published" }],
        };
      },
    },
    ...(["jackpots.entered", "jackpots.folded", "jackpots.paid"] as const).map(
      (at): Act => ({
        at,
        async prepare() {
          const { asks } = await world.owners();
          const id = host.ids.next();
          // The first bet of 1 is the last that fits.
          const terms = { games: ["dice"], edgeShare: 200, seed: parseDecimal("10"), bound: parseDecimal("10.001") };
          await host.db.tx(tx =>
            modules.jackpots.office.draft(
              tx,
              { id, title, kind: "must_hit_by", currency: "USD", ...terms },
              {
                id: asks.id as never,
                name: asks.name,
              },
            ),
          );
          await world.approved((tx, by) => modules.jackpots.office.start(tx, { id, reason }, by));
          const player = await world.player();
          await world.fold();
          const bet = bets(player, "1");
          return {
            async run(server) {
              await bet(server);
              await server.job("projections-follow");
              await server.job("jackpots-fold");
            },
            async found() {
              await host.db.tx(tx => modules.jackpots.office.switch(tx, id, "off"));
              return world.rows(
                `SELECT (SELECT count(*)::int FROM jackpots.entries WHERE jackpot_id = $1) AS entries, w.paid_at IS NOT NULL AS paid,
                   (l.amount = w.amount) AS whole FROM jackpots.wins w JOIN ledger.transfers l ON l.kind = 47 AND l.player_id = w.player_id
                 WHERE w.jackpot_id = $1 AND w.player_id = $2`,
                id,
                player.id,
              );
            },
            expected: [{ entries: 1, paid: true, whole: true }],
          };
        },
      }),
    ),
  ];
}
