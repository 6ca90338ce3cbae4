import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useSession } from "#modules/operators/office/session.ts";
import { holdBetting, liftBettingHold } from "./decision-contract.ts";
import { useDecision } from "./send.ts";

interface HoldProps {
  readonly level: "producer" | "event" | "market";
  readonly id: string;
  /** What is held, for the dialog. */
  readonly name: string;
  readonly hold: "suspended" | "closed" | null;
  /** A request about it that waits. */
  readonly request?: string | undefined;
}

/** Suspending and closing takes one person, opening again two. */
export function HoldButtons({ level, id, name, hold, request }: HoldProps) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const toHold = useDecision(holdBetting);
  const toLift = useDecision(liftBettingHold);
  if (!may("betting.write")) return hold && <HoldTag hold={hold} />;
  const holdAs = (to: "suspended" | "closed", reason: string, key: string) =>
    toHold.mutate({ body: { level, id, hold: to, reason } }, { key });
  return (
    <span className="row wrap">
      {hold && <HoldTag hold={hold} />}
      {hold === null && (
        <Decide
          action={t(`trading.suspend.${level}`)}
          title={t("trading.suspend_title", { name })}
          text={t("trading.suspend_text")}
          dangerous
          asksReason
          onDecide={(reason, key) => holdAs("suspended", reason, key)}
        />
      )}
      {level !== "producer" && hold !== "closed" && (
        <Decide
          action={t("trading.close")}
          title={t("trading.close_title", { name })}
          text={t("trading.close_text")}
          dangerous
          asksReason
          onDecide={(reason, key) => holdAs("closed", reason, key)}
        />
      )}
      {hold !== null && request === undefined && (
        <Decide
          action={t("trading.resume")}
          title={t("trading.resume_title", { name })}
          text={t("trading.second_person")}
          asksReason
          onDecide={(reason, key) => toLift.mutate({ body: { level, id, reason } }, { key })}
        />
      )}
      {request !== undefined && <RequestLink id={request} />}
    </span>
  );
}

export function HoldTag({ hold }: { readonly hold: "suspended" | "closed" }) {
  const { t } = useTranslation("office");
  return <Tag tone={hold === "closed" ? "bad" : "wait"}>{t(`trading.holds.${hold}`)}</Tag>;
}

/** To the request that a second person decides. */
export function RequestLink({ id }: { readonly id: string }) {
  const { t } = useTranslation("office");
  return (
    <Link className="btn s" to={`/approvals/${id}`}>
      {t("trading.waits_for_approval")}
    </Link>
  );
}
