import { ShieldAlert, ShieldCheck } from "lucide-react";
import type { RouteOutput } from "#kit/contract/route.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { AuditEntryView, readAuditLog } from "#modules/audit/shared/contract.ts";
import { Moment } from "#modules/operators/office/parts/figures.tsx";

/** Whether the chain of the audit log is intact. */
export function ChainState({ chain }: { chain: RouteOutput<typeof readAuditLog>["data"]["chain"] }) {
  const { t } = useTranslation("office");
  if (!chain) return <span className="sm muted">{t("audit.unchecked")}</span>;
  return (
    <span className={chain.unbroken ? "row sm up" : "row sm down"}>
      <Icon of={chain.unbroken ? ShieldCheck : ShieldAlert} size={16} />
      {t(chain.unbroken ? "audit.unbroken" : "audit.broken", { n: chain.entries })}
    </span>
  );
}

/** An action, described in words if there is a text for it. */
export function useActionText(): (action: string) => string {
  const { t } = useTranslation("office");
  return action => t.find(`audit_actions.${action.replace(".", "_")}`) ?? action;
}

export function AuditActionLine({ entry }: { entry: AuditEntryView }) {
  const { t } = useTranslation("office");
  const auditAction = useActionText();
  return (
    <li>
      <Moment at={entry.at} brief />
      <b>{entry.operator}</b>
      <span className="muted">{t.find(`roles.${entry.role}`) ?? entry.role}</span>
      <span className="grow ellipsis">{auditAction(entry.action)}</span>
      <span className="mono muted nowrap">{`${entry.previous.slice(0, 4)}… → ${entry.hash.slice(0, 4)}…${entry.hash.slice(-2)}`}</span>
    </li>
  );
}
