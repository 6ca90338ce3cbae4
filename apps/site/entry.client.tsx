import { setNonce } from "get-nonce";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { languageOf, localeOfLanguage } from "#kit/i18n/locale.ts";
import { firstPaint } from "#kit/web/first-paint.ts";
import { catchInstallOffer } from "#kit/web/install-offer.ts";
import { logInfo } from "#kit/web/log.ts";
import { NonceContext } from "#kit/web/nonce.ts";
import { reloadOnLostChunk } from "#kit/web/reload-guard.ts";
import { createTextStore, TextContext } from "#kit/web/texts.tsx";
import { installTrustedTypes } from "#kit/web/trusted-types.ts";
import captchaWorker from "#modules/captcha/web/worker-address.ts";
import { frameTexts, textsOf } from "./texts.ts";
import { needsArrival } from "./visit/needs-arrival.ts";

installTrustedTypes([captchaWorker, "/sw.js"]);
reloadOnLostChunk();
catchInstallOffer();
const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
setNonce(nonce);
// A page that is being left stays as the server rendered it.
const leaving = needsArrival() && (await (await import("./later.tsx")).arriveHere());
const locale = localeOfLanguage(document.documentElement.lang);
const texts = createTextStore(languageOf(locale), textsOf(locale), logInfo, document.documentElement.dataset.own);
// The texts of this page, as the server listed them; others are loaded on first use.
const shown = (document.documentElement.dataset.texts ?? "").split(" ").filter(Boolean);
const spoken = await Promise.all([firstPaint(), ...[...frameTexts, ...shown].map(texts.load)]).then(
  () => true,
  () => false,
);

function comeToLife(): void {
  hydrateRoot(
    document,
    <StrictMode>
      <NonceContext value={nonce}>
        <TextContext value={texts}>
          <HydratedRouter />
        </TextContext>
      </NonceContext>
    </StrictMode>,
  );
}

// Without its texts it is not hydrated: its links work, and the next page may have them.
if (!leaving && spoken) startTransition(comeToLife);
