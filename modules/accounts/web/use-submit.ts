import { useCallback, useRef, useState } from "react";
import { ApiError } from "#kit/web/api-error.ts";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { notify } from "#kit/web/notify.ts";

/**
 * Sends a form once at a time. A field's messages go under the field; everything else that is refused becomes one toast
 * with a line for each.
 */
export function useSubmit(module = "accounts") {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const running = useRef(false);
  const { fieldText, lines } = useErrorTexts(module);
  const submit = useCallback(
    async (send: () => Promise<void>) => {
      if (running.current) return;
      running.current = true;
      setBusy(true);
      setErrors({});
      try {
        await send();
      } catch (error) {
        const fields = error instanceof ApiError ? Object.entries(error.errors) : [];
        if (fields.length > 0)
          setErrors(Object.fromEntries(fields.map(([field, keys]) => [field, keys.map(fieldText).join(" ")])));
        else notify({ kind: "error", lines: lines(error) });
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
    [fieldText, lines],
  );
  return { busy, errors, submit };
}
