import { useEffect, useState } from "react";
import { showCountdown } from "#kit/std/countdown.ts";
import { ApiError } from "#kit/web/api-error.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { noteActivity } from "#modules/operators/shared/sign-in-contract.ts";
import { call } from "./api.ts";
import { signedOut } from "./parts/office-events.ts";
import { createSessionClock, type SessionTimes } from "./session-clock.ts";

/** Says that the operator is there, counts the last two minutes down, and leaves when the session ends. */
export function SessionWatch({ session }: { session: SessionTimes }) {
  const { t } = useTranslation("office");
  const [clock] = useState(createSessionClock);
  const [left, setLeft] = useState<ReturnType<typeof clock.countdown>>(null);

  useEffect(() => {
    clock.set(session, performance.now());
    const tick = () => {
      const next = clock.countdown(performance.now());
      setLeft(next);
      if (next?.seconds === 0) dispatchEvent(new Event(signedOut));
    };
    const active = () => {
      if (!clock.noteActivity(performance.now())) return;
      call(noteActivity, {}).then(
        ({ data }) => {
          clock.set(data, performance.now());
          tick();
        },
        (error: unknown) => {
          // Without a connection the next key says it again.
          if (error instanceof ApiError && error.status === 401) dispatchEvent(new Event(signedOut));
        },
      );
    };
    const timer = setInterval(tick, 1_000);
    addEventListener("keydown", active);
    addEventListener("pointerdown", active);
    addEventListener("pointermove", active);
    return () => {
      clearInterval(timer);
      removeEventListener("keydown", active);
      removeEventListener("pointerdown", active);
      removeEventListener("pointermove", active);
    };
  }, [clock, session]);

  if (left === null || left.seconds === 0) return null;
  const time = showCountdown(left.seconds);
  return (
    <div className="session-ends" role="alert">
      <span>{t(left.over ? "sessions.over_in" : "sessions.ends_in", { time })}</span>
      {!left.over && (
        // Any press is activity: the button only says so.
        <button type="button" className="btn s">
          {t("sessions.stay")}
        </button>
      )}
    </div>
  );
}
