import { expect, test } from "vitest";
import { isWhole, partOf } from "#kit/testing/commit-sample.ts";
import { runShare } from "#odds-sandbox/testing/matches.ts";
import { TestProvider } from "#odds-sandbox/testing/test-provider.ts";
import { applyMessage } from "../../shared/apply/apply-message.ts";
import { type EventModel, emptyRow, eventModel } from "../../shared/apply/event-model.ts";
import { factsOf } from "../../shared/apply/own-result.ts";
import type { EventMessage } from "../../shared/feed.ts";
import { decodeMessage } from "../../shared/sandbox/decode-message.ts";

/** Every event that the provider says something about, as our reader would have it. */
function readEvents(provider: TestProvider): ReadonlyMap<string, EventModel> {
  const models = new Map<string, EventModel>();
  for (const producer of ["pre", "live"] as const) {
    for (const { messages, sent } of provider.frames(producer)) {
      for (const [index, stated] of messages.entries()) {
        if (!("event" in stated)) continue;
        const model = models.get(stated.event) ?? eventModel(emptyRow(stated.event));
        models.set(stated.event, model);
        const text = JSON.stringify(stated);
        const message = decodeMessage(JSON.parse(text)) as EventMessage;
        const context = { producer, sent, now: sent, offsetMs: 0, isRecovering: false };
        applyMessage(model, { message, text, hash: `${producer} ${sent} ${index}` }, context);
      }
    }
  }
  return models;
}

/** A match that has been played for as long. */
function playing(provider: TestProvider, forMs: number): string {
  for (;;) {
    provider.run(1000, 1000);
    const { now } = provider;
    const found = provider.provider.open().find(({ event }) => event.start + forMs <= now && now < event.end);
    if (found) return found.event.id;
  }
}

const leagues = ["quicktennis1", "quickbasket1", "quickhockey1", "quickstrike1", "quickvolley1", "quickancient1"];

test.each(leagues)("%s: our rules make of the facts what the provider says, and raise no alarm", league => {
  const provider = new TestProvider({ leagues: [league] });
  provider.run(200 * 60_000 * runShare, 1000);
  const models = [...readEvents(provider).values()];
  const over = models.filter(model => factsOf(model)?.status === "closed");
  expect(over.length).toBeGreaterThan(1);
  expect(models.flatMap(({ alarms }) => alarms)).toEqual([]);
  for (const model of over) {
    const markets = [...model.markets.values()].filter(({ version }) => version > 0);
    expect(markets.filter(({ result, certainty }) => result === null || certainty !== 2)).toEqual([]);
    expect(markets.filter(({ ownResult, disputed }) => ownResult === null || disputed)).toEqual([]);
  }
  provider.remove();
});

test.each([
  ["quicktennis1", "retired"],
  ["quicktennis1", "abandoned"],
  ["quickbasket1", "abandoned"],
  ["quickhockey1", "abandoned"],
  ["quickstrike1", "abandoned"],
  ["quickvolley1", "abandoned"],
  ["quickancient1", "abandoned"],
] as const)("%s: after %s both sources settle or void every market alike", (league, fault) => {
  // Early or late, chosen by the commit.
  const chosen = partOf(`${league} ${fault}`, 2);
  for (const seconds of [40, 240].filter((_, index) => isWhole || index === chosen)) {
    const provider = new TestProvider({ leagues: [league] });
    const event = playing(provider, seconds * 1000);
    provider.provider.chaos({ fault, event });
    provider.run(10_000, 1000);
    const model = readEvents(provider).get(event);
    expect(model?.row.status).toBe(fault);
    expect(model?.alarms).toEqual([]);
    const markets = [...(model?.markets.values() ?? [])].filter(({ version }) => version > 0);
    expect(markets.length).toBeGreaterThan(15);
    expect(markets.filter(({ result, ownResult, disputed }) => !result || !ownResult || disputed)).toEqual([]);
    provider.remove();
  }
});
