import { useCallback, useRef, useState } from "react";
import type { Namespace } from "#kit/i18n/text-keys.ts";
import { type AnalyticsEvent, track } from "#kit/web/analytics.ts";
import { ApiError } from "#kit/web/api-error.ts";
import { type NotifyOptions, refusedFields, useErrorTexts } from "#kit/web/error-lines.ts";

interface SubmitOptions extends NotifyOptions {
  /** The analytics event of a failure, with its text. */
  readonly failure?: AnalyticsEvent;
}

/** The text sent for a failure without one. */
const noText = "error 500";

/**
 * Submits a form, one request at a time. A refusal is shown as a notification; a field's errors are shown under the field as well.
 * `failed`: the code of the last refusal, until the next try.
 */
export function useSubmit(module: Namespace = "accounts", options: SubmitOptions = {}) {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failed, setFailed] = useState<string | null>(null);
  const running = useRef(false);
  const { fieldText, notifyError } = useErrorTexts(module);
  const { failure, perField = false, titled = false } = options;
  const submit = useCallback(
    async (send: () => Promise<void>) => {
      if (running.current) return;
      running.current = true;
      setBusy(true);
      setErrors({});
      setFailed(null);
      try {
        await send();
      } catch (error) {
        if (error instanceof ApiError) setFailed(error.code);
        const fields = refusedFields(error).map(([field, keys]) => [field, keys.map(fieldText).join(" ")]);
        setErrors(Object.fromEntries(fields));
        notifyError(error, { perField, titled });
        if (failure) track(failure, { error: failureText(error) });
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
    [fieldText, notifyError, failure, perField, titled],
  );
  return { busy, errors, failed, submit };
}

/** The server's message for it. */
export function failureText(error: unknown): string {
  return (error instanceof ApiError && error.message) || noText;
}
