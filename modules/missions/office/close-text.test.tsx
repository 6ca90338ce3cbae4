import { readFileSync } from "node:fs";
import { join } from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { type Locale, locales } from "#kit/i18n/locale.ts";
import { createTextStore, TextContext } from "#kit/web/texts.tsx";
import { CloseText } from "./close-text.tsx";

afterEach(() => void vi.unstubAllGlobals());

async function shown(locale: Locale, targeted: boolean, started: number, taken: number): Promise<string> {
  vi.stubGlobal("document", { documentElement: { lang: locale } });
  const file = join(import.meta.dirname, `../../../apps/office/locale/${locale}.json`);
  const store = createTextStore(locale, async () => JSON.parse(readFileSync(file, "utf8")));
  await store.load("office");
  return renderToStaticMarkup(
    <TextContext value={store}>
      <CloseText mission={{ targeted, started, taken }} />
    </TextContext>,
  );
}

test("closing a targeted mission says how many players have it and lose its prize", async () => {
  for (const locale of locales) {
    const plain = await shown(locale, false, 0, 5);
    expect(await shown(locale, true, 12, 5)).toMatch(/: 7\.$/);
    expect(await shown(locale, true, 12, 5)).toContain(plain);
    // Nobody has it, or everybody who had it has collected its prize.
    expect(await shown(locale, true, 0, 0)).toBe(plain);
    expect(await shown(locale, true, 5, 5)).toBe(plain);
  }
  expect(await shown("en", true, 12, 5)).toBe(
    "No further prizes are paid. Those already paid aren&#x27;t affected. Players it was started for who can no longer collect the prize: 7.",
  );
});
