import { useCallback, useMemo } from "react";
import type { Namespace } from "#kit/i18n/text-keys.ts";
import { ApiError } from "./api-error.ts";
import { type Notice, notify } from "./notify.ts";
import { useTranslation } from "./texts.tsx";

/** Messages about a missing captcha; the page solves it without them. */
const hidden = new Set(["captcha_required", "captcha_expired"]);

/** How a failure is shown, besides the messages under the fields of a form. */
export interface NotifyOptions {
  /** A notification for each field instead of one with a line for each message. */
  readonly perField?: boolean;
  /** A failure without a field has a title: a few words for its code. */
  readonly titled?: boolean;
}

interface ErrorTexts {
  readonly fieldText: (key: string) => string;
  readonly t: (key: "common:errors.internal" | "common:errors.network" | "common:errors.unconfirmed") => string;
  /** Undefined for a code without a title. */
  readonly titleOf: (code: string) => string | undefined;
}

/** The texts of a failure: a field's messages of `module`, else the server's message, else that none arrived. */
export function useErrorTexts(module: Namespace) {
  const { t } = useTranslation(module);
  const fieldText = useCallback(
    (key: string) => {
      const own = t.find(`${module}:validation.${key}`);
      return own ?? t.find(`common:validation.${key}`) ?? t("common:validation.invalid");
    },
    [module, t],
  );
  const titleOf = useCallback((code: string) => t.find(`common:titles.${code}`), [t]);
  const words = useMemo(() => ({ fieldText, t, titleOf }), [fieldText, t, titleOf]);
  const lines = useCallback((error: unknown) => errorLines(error, words), [words]);
  const notifyError = useCallback(
    (error: unknown, how: NotifyOptions = {}) => {
      for (const notice of errorNotices(error, words, how)) notify(notice);
    },
    [words],
  );
  return useMemo(() => ({ fieldText, lines, notifyError }), [fieldText, lines, notifyError]);
}

/** The refused fields with their messages, without the hidden ones. */
export function refusedFields(error: unknown): readonly (readonly [field: string, keys: readonly string[]])[] {
  if (!(error instanceof ApiError)) return [];
  return Object.entries(error.errors)
    .map(([field, keys]) => [field, keys.filter(key => !hidden.has(key))] as const)
    .filter(([, keys]) => keys.length > 0);
}

/** One line for each message of a field; else the server's message; else that none arrived. */
export function errorLines(error: unknown, { fieldText, t }: Omit<ErrorTexts, "titleOf">): string[] {
  const fields = refusedFields(error);
  if (fields.length > 0) return fields.flatMap(([, keys]) => keys.map(fieldText));
  const isHidden = error instanceof ApiError && Object.keys(error.errors).length > 0;
  if (!(error instanceof ApiError) || isHidden) return [t("common:errors.internal")];
  return [error.message || t(`common:errors.${unanswered(error)}`)];
}

/** Without a response: whether a call that moves money was done is unknown. */
function unanswered({ code, key }: ApiError): "network" | "unconfirmed" | "internal" {
  if (code !== "network") return "internal";
  return key === undefined ? "network" : "unconfirmed";
}

/** The notifications of a failure. For a field with its own notification, the first message. */
export function errorNotices(error: unknown, words: ErrorTexts, { perField, titled }: NotifyOptions): Notice[] {
  const fields = refusedFields(error);
  if (perField && fields.length > 0)
    return fields.map(([, keys]) => ({ kind: "error", lines: keys.slice(0, 1).map(words.fieldText) }));
  const notice: Notice = { kind: "error", lines: errorLines(error, words) };
  if (!titled || fields.length > 0) return [notice];
  const title = words.titleOf(error instanceof ApiError ? error.code : "internal");
  return [title === undefined ? notice : { ...notice, title }];
}
