import { useEffect, useId, useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { stepUpSession } from "#modules/operators/shared/contract.ts";
import { call, onStepUpRequired } from "./api.ts";
import { Refused, useSending } from "./parts/sending.tsx";
import { useDialog } from "./parts/use-dialog.ts";

/**
 * Asks for a code of the app when the server requires one, over whatever is open; the call that was refused is then sent again. Calls that
 * are refused together share one dialog.
 */
export function StepUp() {
  const [finish, setFinish] = useState<(isProved: boolean) => void>();
  useEffect(() => {
    let shared: Promise<boolean> | undefined;
    return onStepUpRequired(() => {
      shared ??= new Promise<boolean>(resolve => setFinish(() => resolve)).finally(() => {
        shared = undefined;
        setFinish(undefined);
      });
      return shared;
    });
  }, []);
  return finish ? <CodeDialog onDone={finish} /> : null;
}

function CodeDialog({ onDone }: { onDone(isProved: boolean): void }) {
  const { t } = useTranslation("office");
  const dialog = useDialog(() => onDone(false));
  const { busy, error, send } = useSending();
  const heading = useId();

  async function submit(given: FormData): Promise<void> {
    const body = { code: String(given.get("code") ?? "") };
    if (await send(() => call(stepUpSession, { body }))) onDone(true);
  }

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={heading}>
      <form
        className="form"
        onSubmit={event => {
          event.preventDefault();
          event.stopPropagation();
          void submit(new FormData(event.currentTarget));
        }}
      >
        <h2 id={heading} className="display">
          {t("step_up.title")}
        </h2>
        <p className="muted">{t("step_up.text")}</p>
        <label className="field">
          {t("login.code")}
          <input
            className="mono code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]{3} ?[0-9]{3}"
            maxLength={7}
            autoFocus
            required
          />
        </label>
        <Refused why={error} />
        <div className="row end">
          <button type="button" className="btn" onClick={() => onDone(false)}>
            {t("cancel")}
          </button>
          <button type="submit" className="btn primary" aria-busy={busy} disabled={busy}>
            {t("step_up.action")}
          </button>
        </div>
      </form>
    </dialog>
  );
}
