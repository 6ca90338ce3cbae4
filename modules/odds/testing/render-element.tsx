import { readFileSync } from "node:fs";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { createTextStore, TextContext } from "#kit/web/texts.tsx";

/** The HTML of a part of a page as the server renders it in English, with the texts of odds. */
export async function renderElement(element: ReactElement): Promise<string> {
  const store = createTextStore("en", async () => JSON.parse(readFileSync("modules/odds/locale/en.json", "utf8")));
  await store.load("odds");
  const router = createMemoryRouter([{ id: "root", path: "*", element, loader: () => null }], {
    hydrationData: { loaderData: { root: { locale: "en", siteOrigin: "" } } },
  });
  return renderToString(
    <TextContext value={store}>
      <RouterProvider router={router} />
    </TextContext>,
  );
}
