import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, test } from "vitest";
import type { Locale } from "#kit/i18n/locale.ts";
import { TextContext, type TextStore } from "#kit/web/texts.tsx";
import { createSessionStore, SessionContext } from "#modules/accounts/web/session.ts";
import type { OwnPack, OwnStep, PackStep } from "../shared/contract.ts";
import { GuestPack, OwnPackView } from "./pack-view.tsx";

const root = join(import.meta.dirname, "../../..");
const read = (module: string, locale: Locale) =>
  JSON.parse(readFileSync(join(root, "modules", module, "locale", `${locale}.json`), "utf8"));
const settled = Object.assign(Promise.resolve(), { status: "fulfilled" });

function textOf(element: ReactElement, locale: Locale = "en"): string {
  const store: TextStore = {
    language: locale === "kz" ? "kk" : locale,
    loaded: namespace => (namespace === "common" ? {} : read(namespace, locale)),
    load: () => settled,
  };
  const router = createMemoryRouter([{ id: "root", path: "*", loader: () => null, element }], {
    hydrationData: { loaderData: { root: { locale, region: "RU" } } },
  });
  const html = renderToStaticMarkup(
    <TextContext value={store}>
      <SessionContext value={createSessionStore({ user: null, hasToken: true })}>
        <RouterProvider router={router} />
      </SessionContext>
    </TextContext>,
  );
  return html
    .replace(/<[^>]+>/g, "|")
    .replace(/\|+/g, "|")
    .replaceAll("&#x27;", "'")
    .replace(/[\u00a0\u202f]/g, " ");
}

const step = (number: number): PackStep => ({
  step: number,
  kind: "deposit_bonus",
  currency: "EUR",
  percent: 100,
  max_amount: "150",
  min_deposit: "20",
  wager: 15,
  rounds: null,
  wager_target: "2250",
  max_bet: "5",
  average_cost: 60,
  games: ["dice", "slots", "tables"],
  hours: 168,
  window_hours: 168,
});
const terms = { id: "p", publicTitle: "Spring pack", currency: "EUR", max_amount: "450" };
const own = (number: number, state: OwnStep["state"], rest: Partial<OwnStep> = {}): OwnStep => ({
  ...step(number),
  state,
  bonus_id: null,
  end: null,
  ended_at: null,
  expires_in: null,
  ...rest,
});
const ended = own(1, "ended", { end: "completed", ended_at: "2026-11-18T10:00:00Z" });
const pack = (state: OwnPack["state"], ...steps: OwnStep[]): OwnPack => ({ ...terms, state, steps });
const shown = (of: OwnPack) => textOf(<OwnPackView pack={of} onEnd={() => undefined} />);

test("a guest sees every step with everything that it costs, and where to begin", () => {
  const text = textOf(<GuestPack pack={{ ...terms, steps: [step(1), step(2), step(3)] }} />);
  expect(text).toContain("|Spring pack|Three steps, up to |€450.00|");
  for (const fact of [
    "+100%|up to €150.00|",
    "|Deposit from|€20.00|",
    "|Wagering|15× = €2,250.00|",
    "|Average cost|up to 60%|",
    "|Maximum bet|€5.00|",
    "|Time to wager|7 days|",
    "|Of €150.00, you keep on average|",
  ])
    expect(text.split(fact), fact).toHaveLength(4);
  expect(text).toMatch(/Dice, [^|:]+, [^|:]+\|/);
  expect(text).toContain("|1|Starts here|");
  expect(text).toContain("|2|After step 1|");
  expect(text).toContain("|Register|");
});

describe("a player", () => {
  test("sees what has become of each step, and what the open one takes", () => {
    const text = shown(pack("running", ended, own(2, "open", { expires_in: 3600 }), own(3, "later")));
    expect(text).toMatch(/\|Completed, [^|]*18[^|]*\|/);
    expect(text).toContain("|2|Your next step|");
    expect(text).toContain("|3|After step 2|");
    expect(text).toContain("|Step 2 requires a deposit of at least €20.00.|");
    expect(text).toContain("|Deposit for step 2|");
  });

  test("who wagers a step is not asked for a deposit", () => {
    const text = shown(pack("running", own(1, "active", { expires_in: 3600 }), own(2, "later")));
    expect(text).toContain("|1|Being wagered|");
    expect(text).toContain("|You're wagering step 1.");
    expect(text).not.toContain("Deposit for step");
  });

  test.each([
    ["paused", "You're taking a break."],
    ["finished", "All steps are finished."],
    ["expired", "The offer ended because no deposit was made in time."],
    ["stopped", "We've ended this offer."],
    ["excluded", "The welcome pack ended when you excluded yourself."],
  ] as const)("whose pack is %s is offered no deposit", (state, says) => {
    const text = shown(pack(state, ended, own(2, "open", { expires_in: 3600 })));
    expect(text).toContain(`|${says}`);
    expect(text).not.toContain("Deposit for step");
    expect(text).not.toContain("Your next step");
  });
});

describe("free spins as a step", () => {
  const title = "Altyn";
  const spins = {
    game: "altyn",
    title,
    count: 50,
    bet: "0.2",
    expires_at: "2026-12-01T12:00:00Z",
    left: null,
    won: "0",
  };
  const none = { percent: null, max_amount: null, min_deposit: null, wager_target: null } as const;
  const free = { ...step(2), ...none, kind: "free_rounds" as const, rounds: spins };

  test("are shown with what they cost, beside the deposit bonuses", () => {
    const text = textOf(<GuestPack pack={{ ...terms, max_amount: "150", steps: [step(1), free] }} />);
    expect(text).toContain("|Two steps, up to |€150.00|plus 50 free spins|");
    expect(text).toContain("|50 free spins|€0.20 each, Altyn|Time to play|7 days|Wagering|15× winnings|");
    expect(text).toContain("|Winnings from the spins become bonus money after the last spin or when you stop.|");
  });

  test("are played from the page while they last, and one that was skipped says so", () => {
    const playing = { ...own(2, "open"), ...free, state: "open" as const, rounds: { ...spins, left: 30 } };
    expect(shown(pack("running", ended, playing))).toMatch(
      /\|Step 2: 30 of 50 free spins left\.\|.*\|Play free spins\|/,
    );
    const skipped = { ...own(2, "skipped"), ...free, state: "skipped" as const };
    expect(shown(pack("running", ended, skipped, own(3, "open")))).toContain(
      "|Skipped: these spins weren't available|",
    );
  });
});

test.each(["ru", "kz"] as const)("all texts are there in %s", locale => {
  const steps = (["completed", "lost", "expired", "cancelled", "forfeited"] as const).map((end, index) =>
    own(index + 1, "ended", { end, ended_at: "2026-11-18T10:00:00Z" }),
  );
  const text = textOf(<OwnPackView pack={pack("finished", ...steps)} onEnd={() => undefined} />, locale);
  expect(text).not.toMatch(/\{\{|welcome-pack:|[a-z]+\.[a-z_]+\||lobby:/);
});
