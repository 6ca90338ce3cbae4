/// <reference types="vite/types/importMeta.d.ts" />
import { StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router";
import * as z from "zod/mini";
import { chooseLocale, languageOf } from "#kit/i18n/locale.ts";
import type { Texts } from "#kit/i18n/translate.ts";
import { ClientContext } from "#kit/web/client.ts";
import { createTextStore, TextContext } from "#kit/web/texts.tsx";
import { rememberedLocale } from "#modules/operators/office/language.ts";
import { officeClient } from "#modules/operators/office/office-client.ts";
import { returnFocus } from "#modules/operators/office/parts/return-focus.ts";
import { router } from "./router.tsx";
import "#kit/ui/tokens.css";
import "#modules/lobby/web/hues.css";
import "./office.css";

// Its probe for `new Function` violates the content security policy.
z.config({ jitless: true });

const locale = chooseLocale({ cookie: rememberedLocale(), acceptLanguage: navigator.languages.join(",") });
document.documentElement.lang = languageOf(locale);

const files = import.meta.glob<Texts>("./locale/*.json", { import: "default" });
const shared = import.meta.glob<Texts>("../../modules/{odds,betting}/locale/*.json", { import: "default" });
const texts = createTextStore(
  languageOf(locale),
  async name =>
    (await (shared[`../../modules/${name}/locale/${locale}.json`] ?? files[`./locale/${locale}.json`])?.()) ?? {},
);

returnFocus();
const root = document.getElementById("office");
if (root)
  createRoot(root).render(
    <StrictMode>
      <TextContext value={texts}>
        <ClientContext value={officeClient}>
          <Suspense>
            <RouterProvider router={router} />
          </Suspense>
        </ClientContext>
      </TextContext>
    </StrictMode>,
  );
