import { useParams } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { readOperators } from "#modules/operators/shared/contract.ts";
import { AppPanel } from "./app-panel.tsx";
import { OfficePage, Read } from "./parts/office-page.tsx";
import { useOfficeQuery } from "./parts/use-office-query.ts";
import { PasskeysPanel } from "./passkeys-panel.tsx";
import { SessionsPanel } from "./sessions-panel.tsx";

/** One's own sessions, passkeys and app, or, for owners, those of an operator. */
export function SessionsPage() {
  const { t } = useTranslation("office");
  const { operator } = useParams();
  return (
    <OfficePage title={t("sessions.title")}>
      {operator === undefined ? (
        <>
          <SessionsPanel title={t("sessions.list")} />
          <PasskeysPanel />
          <AppPanel />
        </>
      ) : (
        <OfOperator operator={operator} />
      )}
    </OfficePage>
  );
}

function OfOperator({ operator }: { operator: string }) {
  const { t } = useTranslation("office");
  const people = useOfficeQuery(readOperators, {});
  return (
    <Read of={people}>
      {({ data }) => (
        <SessionsPanel
          operator={operator}
          title={t("sessions.list_of", { name: data.find(({ id }) => id === operator)?.name ?? "—" })}
        />
      )}
    </Read>
  );
}
