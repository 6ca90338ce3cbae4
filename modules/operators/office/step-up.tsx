import { useEffect, useId, useState } from "react";
import type { RouteOutput } from "#kit/contract/route.ts";
import { answerPasskey } from "#kit/web/passkey.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { readPasskeys } from "#modules/operators/shared/own-access-contract.ts";
import { askStepUpPasskey, stepUpByPasskey, stepUpSession } from "#modules/operators/shared/sign-in-contract.ts";
import { call, onStepUpRequired } from "./api.ts";
import { Refused, useSending } from "./parts/sending.tsx";
import { useDialog } from "./parts/use-dialog.ts";
import { inPasskeyWindow } from "./passkey-window.ts";

type Factors = RouteOutput<typeof readPasskeys>["data"];

/**
 * Asks for a code of the app, or a passkey, when the server requires one, over whatever is open; the call that was refused is then sent again. Calls that
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

/** The operator's second factors. Read here, because the data of pages does not change while a dialog is open. */
function useFactors(): Factors | undefined {
  const [factors, setFactors] = useState<Factors>();
  useEffect(() => {
    let isOpen = true;
    call(readPasskeys, {}).then(
      ({ data }) => {
        if (isOpen) setFactors(data);
      },
      // The code of the app is asked for then.
      () => undefined,
    );
    return () => {
      isOpen = false;
    };
  }, []);
  return factors;
}

function CodeDialog({ onDone }: { onDone(isProved: boolean): void }) {
  const { t } = useTranslation("office");
  const dialog = useDialog(() => onDone(false));
  const { busy, error, send } = useSending();
  const heading = useId();
  const factors = useFactors();
  const hasPasskey = factors?.passkeys.some(({ host }) => host === location.hostname) === true;
  const hasApp = factors?.app !== false;

  async function submit(given: FormData): Promise<void> {
    const body = { code: String(given.get("code") ?? "") };
    if (await send(() => call(stepUpSession, { body }))) onDone(true);
  }

  async function byPasskey(): Promise<void> {
    let isProved = false;
    await send(async () => {
      const { data } = await call(askStepUpPasskey, {});
      const assertion = await inPasskeyWindow(() => answerPasskey(data.options), t("passkeys.failed"));
      if (!assertion) return;
      await call(stepUpByPasskey, { body: { assertion } });
      isProved = true;
    });
    if (isProved) onDone(true);
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
        {hasApp && (
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
        )}
        <Refused why={error} />
        <div className="row end">
          <button type="button" className="btn" onClick={() => onDone(false)}>
            {t("cancel")}
          </button>
          {hasPasskey && (
            <button
              type="button"
              className={hasApp ? "btn" : "btn primary"}
              aria-busy={busy}
              disabled={busy}
              onClick={() => void byPasskey()}
            >
              {t("login.passkey")}
            </button>
          )}
          {hasApp && (
            <button type="submit" className="btn primary" aria-busy={busy} disabled={busy}>
              {t("step_up.action")}
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}
