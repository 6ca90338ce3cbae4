import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

const reason = "for a reason";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/office/tournaments": {
    title: { en: "November race", ru: "Ноябрьская гонка", kz: "Қараша жарысы" },
    scoring: "wagered",
    games: ["dice"],
    currency: "USD",
    prizes: ["100", "50.5"],
    min_stake: "0.1",
    starts_at: "2030-01-01T00:00:00Z",
    ends_at: "2030-01-08T00:00:00Z",
    reason,
  },
  "POST /api/v1/tournaments/:id/dispute": { text: "My last round is missing." },
  "POST /api/office/tournaments/:id/disputes/:player/answer": { answer: "We counted your rounds again.", reason },
  "POST /api/office/races": {
    title: { en: "Daily race", ru: "Гонка дня", kz: "Күн жарысы" },
    scoring: "wagered",
    games: [],
    currency: "USD",
    prizes: ["50", "20"],
    min_stake: "0.1",
    every: "week",
    zone: "Asia/Almaty",
    time: "18:00",
    weekday: 1,
    reason,
  },
  "POST /api/office/races/:id/start": { reason },
  "POST /api/office/races/:id/stop": { reason },
  "POST /api/office/tournaments/:id/publish": { reason },
  "POST /api/office/tournaments/:id/cancel": { reason },
  "POST /api/office/tournaments/:id/cut-prize": {
    player: "00000000-0000-4000-8000-000000000001",
    amount: "5",
    reason,
  },
  "POST /api/office/tournaments/:id/disqualify": { player: "00000000-0000-4000-8000-000000000001", reason },
};
