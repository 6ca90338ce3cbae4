import { useCallback } from "react";
import { ApiError } from "./api-error.ts";
import { useTranslation } from "./texts.tsx";

/** Messages about an answer to the captcha that is missing; the page asks for it without them. */
const hidden = new Set(["captcha_required", "captcha_expired"]);

/** The texts of what failed, as lines: a field's messages of `module`, else what the house said, else that it is not there. */
export function useErrorTexts(module: string) {
  const { t } = useTranslation(module);
  const fieldText = useCallback(
    (key: string) => {
      const own = `${module}:validation.${key}`;
      const common = `common:validation.${key}`;
      return t([own, common].find(name => t.has(name)) ?? "common:validation.invalid");
    },
    [module, t],
  );
  const lines = useCallback((error: unknown) => errorLines(error, fieldText, t), [t, fieldText]);
  return { fieldText, lines };
}

/** One line for each message of a field, without the hidden ones; else what the house said of it all; else that it is not there. */
export function errorLines(error: unknown, fieldText: (key: string) => string, t: (key: string) => string): string[] {
  if (!(error instanceof ApiError)) return [t("common:errors.internal")];
  const messages = Object.values(error.errors)
    .flat()
    .filter(key => !hidden.has(key));
  if (messages.length > 0) return messages.map(fieldText);
  return [error.message || t(`common:errors.${error.code === "network" ? "network" : "internal"}`)];
}
