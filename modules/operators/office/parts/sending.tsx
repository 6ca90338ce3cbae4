import { useState } from "react";
import { ApiError } from "#kit/web/api-error.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { signedOut } from "./office-events.ts";

interface Sending {
  readonly busy: boolean;
  /** The error of the server or the network. */
  readonly error: string | undefined;
  /** Does the work unless it is already running. True when it has succeeded. */
  send(work: () => Promise<unknown>): Promise<boolean>;
}

/** Sends one request at a time and stores why it was refused. */
export function useSending(): Sending {
  const { t } = useTranslation("office");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  async function send(work: () => Promise<unknown>): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setError(undefined);
    try {
      await work();
      return true;
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
      if (failed.code === "unauthenticated") dispatchEvent(new Event(signedOut));
      const fields = Object.values(failed.errors).flat();
      const [known] = fields.flatMap(key => t.find(`refused.${key}`) ?? []);
      setError(known || failed.message || t("broken.network"));
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { busy, error, send };
}

export function Refused({ why }: { why: string | undefined }) {
  if (why === undefined) return null;
  return (
    <p className="bad" role="alert">
      {why}
    </p>
  );
}
