import { readFileSync } from "node:fs";
import { join } from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { createTextStore, TextContext } from "#kit/web/texts.tsx";
import { ShownValue } from "./shown-value.tsx";

afterEach(() => void vi.unstubAllGlobals());

async function shown(value: unknown): Promise<string> {
  vi.stubGlobal("document", { documentElement: { lang: "ru" } });
  const file = join(import.meta.dirname, "../../../apps/office/locale/ru.json");
  const store = createTextStore("ru", async () => JSON.parse(readFileSync(file, "utf8")));
  await store.load("office");
  const html = renderToStaticMarkup(
    <TextContext value={store}>
      <ShownValue of={value} />
    </TextContext>,
  );
  return html.replace(/<[^>]+>/g, "");
}

test.each([
  ["48.15", "48,15"],
  [["1.50", "2.00"], "1,50; 2,00"],
  [[4, 8, 15], "4, 8, 15"],
  ["over", "больше"],
  ["dice-1.2", "dice-1.2"],
  [null, "—"],
])("%j of a game is shown as %s in Russian", async (value, text) => {
  expect(await shown(value)).toBe(text);
});
