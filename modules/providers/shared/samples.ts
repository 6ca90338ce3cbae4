/** One example of each call, for the printed document; a test holds them to the schemas. */

const [tx, round, player] = [
  "6f9d1b2e-5d0c-4f64-9d0e-0a6b8a1f3c01",
  "0d6a3f0e-7a53-4c41-8a55-5b6d1f0c9e02",
  "0193a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b",
];
const [win, rollback, grant] = [
  "6f9d1b2e-5d0c-4f64-9d0e-0a6b8a1f3c02",
  "6f9d1b2e-5d0c-4f64-9d0e-0a6b8a1f3c03",
  "7c1e6f5a-2b3d-4a1c-9e8f-1234567890ab",
];
const game = "altyn-dala";
const session = "Vb1Xw0yq3k2m9sT7uR5pZ8aLfE6cJ4hD";
const launch = "pQ8rT2vX5zB7nM1kJ4hG6fD9sA3wE0yU";
const base = { game, player };
const inRound = { tx, round, ...base, currency: "USD" };
const profile = {
  name: "base",
  min_round_ms: 0,
  autoplay: true,
  turbo: true,
  slam_stop: true,
  buy: true,
  gamble: true,
  max_stake: null,
  show_net_position: false,
};
const [hashA, hashB, hashC] = ["a", "b", "c"].map(letter => letter.repeat(64));
const at = "2026-11-23T08:00:00.000Z";
const commitments = { seed_hash: hashA, next_seed_hash: hashB, client_seed: "brown-fox", nonce: 42 };
const record = {
  round,
  ...base,
  currency: "USD",
  state: "closed",
  stake: "0.50",
  win: "1.25",
  txs: [tx, win],
  opened_at: at,
  closed_at: at,
  proof: null,
};

export const walletSamples = {
  authenticate: {
    body: { tx, ...base, launch },
    ok: {
      status: "ok",
      session,
      player,
      nick: "kate",
      currency: "USD",
      balance: "100",
      country: "KZ",
      profile,
      locale: "en",
      limits: { min: "0.10", max: "500", win_cap: "100000" },
      free_rounds: [],
    },
  },
  balance: { body: { ...base, session }, ok: { status: "ok", balance: "100", currency: "USD" } },
  bet: {
    body: { ...inRound, session, amount: "0.50", base: "0.50", kind: "stake", nonce: 42 },
    ok: {
      status: "ok",
      balance: "99.5",
      used: { real: "0.5", bonus: "0" },
      answer: "0f1e2d3c4b5a69788796a5b4c3d2e1f0",
    },
  },
  win: {
    body: { ...inRound, tx: win, amount: "1.25", close: true },
    ok: { status: "ok", balance: "100.75" },
  },
  "bet-win": {
    body: { ...inRound, session, amount: "0.50", base: "0.50", kind: "stake", win: "1.25" },
    ok: { status: "ok", balance: "100.75", used: { real: "0.5", bonus: "0" } },
  },
  rollback: {
    body: { ...inRound, tx: rollback, ref: tx, reason: "timeout" },
    ok: { status: "ok", balance: "100" },
  },
} as const;

export const providerSamples = {
  games: {
    ok: {
      status: "ok",
      games: [
        {
          game,
          kind: "slots",
          title: { en: "Altyn Dala", ru: "Алтын дала", kk: "Алтын дала" },
          tags: ["ways", "free-spins"],
          volatility: 5,
          hit_rate: "34.60",
          max_win: "5000",
          max_win_odds: 361_107,
          modes: [
            { mode: "base", rtp: "96.20" },
            { mode: "buy", rtp: "95.57", buy: "65" },
          ],
          lines: null,
          ways: 243,
          stakes: { USD: ["0.20", "0.50", "1", "5"] },
          demo: true,
          phone: true,
          jackpot: null,
          maths: hashC,
          verifier: `/verifiers/${hashC}.js`,
          rules: {
            features: [
              {
                symbol: "sun",
                title: {
                  en: "Each sun counts 3 times",
                  ru: "Каждое солнце считается за 3",
                  kk: "Әр күн 3 есе саналады",
                },
                text: {
                  en: "In free spins each sun counts 3 times in its way.",
                  ru: "Во фриспинах каждое солнце считается в своём способе за 3.",
                  kk: "Тегін айналымда әр күн өз тәсілінде 3 есе саналады.",
                },
              },
            ],
            paytable: {
              counts: "exact",
              symbols: [
                {
                  symbol: "eagle",
                  title: { en: "Eagle", ru: "Беркут", kk: "Бүркіт" },
                  role: "pay",
                  picture: "/assets/eagle.svg",
                  pays: [
                    { count: 3, multiple: "2.5" },
                    { count: 5, multiple: "25" },
                  ],
                },
              ],
            },
            par: "/assets/altyn-dala-par.html",
          },
        },
      ],
    },
  },
  tables: {
    ok: {
      status: "ok",
      tables: [
        {
          game: "meridian-roulette",
          phase: "betting",
          closes_in_ms: 12_400,
          players: 41,
          results: [{ text: { en: "29", ru: "29", kk: "29" }, tone: "black" }],
        },
      ],
    },
  },
  "maths-log": {
    ok: {
      status: "ok",
      entries: [{ game, maths: hashC, at, previous: "0".repeat(64), hash: hashA }],
      next: null,
    },
  },
  launch: {
    body: {
      game,
      mode: "play",
      player,
      nick: "kate",
      launch,
      currency: "USD",
      country: "KZ",
      locale: "en",
      profile,
      parent_origin: "https://casino.example",
    },
    ok: { status: "ok", url: `https://studio.example/games/${game}#launch=${launch}`, commitments },
  },
  "rounds/{round}": { ok: { status: "ok", record } },
  "rounds/open": { ok: { status: "ok", rounds: [{ round, game, opened_at: at }] } },
  "rounds/{round}/finish": { body: { player, reason: "expired" }, ok: { status: "ok", record } },
  seeds: { ok: { status: "ok", commitments } },
  "seeds/client": {
    body: { ...base, client_seed: "brown-fox", casino_seed_hash: hashB, casino_next_seed_hash: hashC },
    ok: { status: "ok", commitments },
  },
  "seeds/rotate": {
    body: {
      ...base,
      client_seed: "new-seed",
      casino_seed: hashA,
      casino_seed_hash: hashB,
      casino_next_seed_hash: hashC,
    },
    ok: { status: "ok", revealed: { seed: hashB, seed_hash: hashA, nonces: 42 }, commitments },
  },
  "free-rounds": {
    body: { grant, ...base, currency: "USD", stake: "0.20", count: 20, expires_at: at },
    ok: { status: "ok" },
  },
  "free-rounds/{grant}/cancel": { body: { player }, ok: { status: "ok" } },
  chat: {
    ok: {
      status: "ok",
      messages: [
        {
          message: tx,
          game: "meridian-roulette",
          language: "en",
          player,
          nick: "alice",
          text: "good luck all",
          at,
          reports: 1,
          removed_at: null,
          is_muted: false,
          muted_until: null,
        },
      ],
      next: null,
    },
  },
  "chat/{message}/remove": { body: {}, ok: { status: "ok" } },
  "chat/mute": { body: { player, until: at }, ok: { status: "ok" } },
  statement: {
    ok: {
      status: "ok",
      lines: [
        { tx, kind: "bet", round, game, player, currency: "USD", amount: "0.50", state: "ok", at },
        { tx: win, kind: "win", round, game, player, currency: "USD", amount: "1.25", state: "ok", at },
      ],
      next: null,
    },
  },
} as const;
