import { type ReactNode, useEffect, useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { CodeInput } from "#kit/ui/code-input.tsx";
import type { AnalyticsEvent } from "#kit/web/analytics.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "./use-submit.ts";

export interface CodeStepProps {
  /** The masked recipient of the code. */
  readonly to: string;
  /** Seconds until another one may be requested. */
  readonly resendIn: number;
  /** Checks a code. Its error is shown under the boxes. */
  onCode(code: string): Promise<void>;
  /** Requests another code: to a phone by SMS or call. Returns the seconds until the next one. */
  onResend(type: "sms" | "call"): Promise<number>;
  /** `sms`: there is no choice of a call. */
  readonly by: "email" | "phone" | "sms";
  /** The analytics event of a refused code. */
  readonly failure?: AnalyticsEvent;
  /** A link back, or to skip for now. */
  readonly aside?: ReactNode;
}

/** The form for a six-digit code, with resend. */
export function CodeStep({ to, resendIn, onCode, onResend, by, failure, aside }: CodeStepProps) {
  const { t } = useTranslation("accounts");
  const [code, setCode] = useState("");
  const [left, wait] = useCountdown(resendIn);
  const trying = useSubmit("accounts", { titled: true, ...(failure && { failure }) });
  const asking = useSubmit("accounts", { titled: true });
  const again = (type: "sms" | "call") =>
    void asking.submit(async () => {
      wait(await onResend(type));
      setCode("");
    });
  const submit = (full: string) =>
    void trying.submit(async () => {
      await onCode(full).catch(error => {
        setCode("");
        throw error;
      });
    });
  return (
    <div className="au-form">
      <p className="subdued">{t("auth.code_sent", { to })}</p>
      <CodeInput
        label={t("auth.code")}
        value={code}
        onChange={setCode}
        onFull={submit}
        error={trying.errors.code ?? Object.values(trying.errors)[0]}
        disabled={trying.busy}
      />
      <div className="resend">
        {left > 0 ? (
          <span className="muted sm num" role="timer">
            {t("auth.resend_in", { time: clock(left) })}
          </span>
        ) : (
          <>
            <Button size="s" busy={asking.busy} onClick={() => again("sms")}>
              {t(by === "email" ? "auth.resend_mail" : "auth.resend_sms")}
            </Button>
            {by === "phone" && (
              <Button size="s" variant="ghost" busy={asking.busy} onClick={() => again("call")}>
                {t("auth.resend_call")}
              </Button>
            )}
          </>
        )}
      </div>
      {aside}
    </div>
  );
}

/** Counts down whole seconds to zero. */
function useCountdown(from: number): [number, (seconds: number) => void] {
  const [left, setLeft] = useState(from);
  const running = left > 0;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setLeft(seconds => Math.max(0, seconds - 1)), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return [left, setLeft];
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
