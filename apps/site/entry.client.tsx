import { setNonce } from "get-nonce";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { HydratedRouter } from "react-router/dom";
import { NonceContext } from "#kit/web/nonce.ts";
import { installTrustedTypes } from "#kit/web/trusted-types.ts";
import { createI18n } from "./i18n.ts";

installTrustedTypes();
const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
setNonce(nonce);
const locales = { ru: "ru", en: "en", kk: "kz" } as const;
const locale = locales[document.documentElement.lang as keyof typeof locales] ?? "en";
const i18n = await createI18n(locale);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <NonceContext value={nonce}>
        <I18nextProvider i18n={i18n}>
          <HydratedRouter />
        </I18nextProvider>
      </NonceContext>
    </StrictMode>,
  );
});
