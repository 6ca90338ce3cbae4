import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { count } from "#modules/operators/office/parts/figures.tsx";
import { Panel } from "#modules/operators/office/parts/office-page.tsx";
import { Refused, useSending } from "#modules/operators/office/parts/sending.tsx";
import { readAuditChain } from "../shared/contract.ts";
import { type Verified, verifiedBefore, verifyEntries } from "./verify-entries.ts";

interface Run {
  readonly first: number;
  readonly reached: Verified;
  readonly isDone: boolean;
}

/** Recomputes the hashes of a range of entries in this browser, and names the first one that is not what was written. */
export function VerifyRange() {
  const { t } = useTranslation("office");
  const { busy, error, send } = useSending();
  const [run, setRun] = useState<Run>();

  async function verify(first: number, last: number): Promise<void> {
    let reached = verifiedBefore(first - 1);
    for (;;) {
      const { data } = await call(readAuditChain, { query: { after: String(reached.number) } });
      reached = verifyEntries(
        reached,
        data.items.filter(({ number }) => number <= last),
      );
      const end = Math.min(last, data.last);
      if (data.items.length === 0 && reached.number < end)
        reached = { ...reached, fault: { number: reached.number + 1, kind: "missing" } };
      const isDone = reached.fault !== undefined || reached.number >= end;
      setRun({ first, reached, isDone });
      if (isDone) return;
    }
  }

  return (
    <Panel title={t("audit.verify_title")}>
      <p className="note muted sm">{t("audit.verify_text")}</p>
      <form
        className="row wrap note"
        onSubmit={event => {
          event.preventDefault();
          const given = new FormData(event.currentTarget);
          const last = Number(given.get("last") || Number.MAX_SAFE_INTEGER);
          setRun(undefined);
          void send(() => verify(Number(given.get("first") || 1), last));
        }}
      >
        <label className="field">
          {t("audit.first")}
          <input name="first" type="number" min={1} max={999_999_999_999} defaultValue={1} />
        </label>
        <label className="field">
          {t("audit.last")}
          <input name="last" type="number" min={1} max={999_999_999_999} placeholder={t("audit.newest")} />
        </label>
        <button type="submit" className="btn s" aria-busy={busy} disabled={busy}>
          {t("audit.verify")}
        </button>
      </form>
      <Refused why={error} />
      <div className="note" role="status">
        {run && <Result run={run} />}
      </div>
    </Panel>
  );
}

function Result({ run: { first, reached, isDone } }: { readonly run: Run }) {
  const { t } = useTranslation("office");
  const { fault, number, hash } = reached;
  if (fault)
    return (
      <p className="down">
        {t(fault.kind === "missing" ? "audit.entry_missing" : "audit.entry_changed", { n: fault.number })}
      </p>
    );
  const verified = Math.max(0, number - first + 1);
  if (!isDone) return <p className="muted">{t("audit.verifying", { n: count(verified) })}</p>;
  if (verified === 0) return <p className="muted">{t("audit.none")}</p>;
  return (
    <>
      <p className="up">{t("audit.verified", { n: count(verified), last: number })}</p>
      <p className="mono muted">{`SHA-256 ${hash ?? ""}`}</p>
    </>
  );
}
