import type { Captcha } from "#modules/captcha/server/index.ts";

/** Tells people from programs; see the module captcha. */
export type CaptchaPort = Pick<Captcha, "require" | "requireAboveRates" | "note">;
