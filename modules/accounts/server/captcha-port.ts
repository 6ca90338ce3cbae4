import type { Captcha } from "#modules/captcha/server/index.ts";

/** Requires captchas; see the module captcha. */
export type CaptchaPort = Pick<Captcha, "require" | "requireAboveRates" | "note">;
