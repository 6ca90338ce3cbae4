import { useState } from "react";
import type { RouteOutput } from "#kit/contract/route.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { addApp, askNewApp, readPasskeys, removeApp } from "#modules/operators/shared/own-access-contract.ts";
import { call } from "./api.ts";
import { AppSecret, CodeField } from "./app-secret.tsx";
import { Decide, DecideDialog } from "./parts/decide.tsx";
import { Panel, Read } from "./parts/office-page.tsx";
import { Refused, useSending } from "./parts/sending.tsx";
import { useOfficeQuery } from "./parts/use-office-query.ts";

type NewApp = RouteOutput<typeof askNewApp>["data"];

/** The operator's own authenticator app: who was enrolled with a passkey adds one here, and a new phone replaces the former one. */
export function AppPanel() {
  const { t } = useTranslation("office");
  const factors = useOfficeQuery(readPasskeys, {});
  return (
    <Panel title={t("own_app.title")}>
      <Read of={factors}>
        {({ data: { app } }) => (
          <div className="pad form">
            <p className="muted">{t(app ? "own_app.has" : "own_app.none")}</p>
            <div className="row">
              <AddApp replaces={app} onAdded={factors.reload} />
              {app && (
                <Decide
                  action={t("own_app.remove")}
                  title={t("own_app.remove_title")}
                  text={t("own_app.remove_text")}
                  dangerous
                  onDecide={async () => {
                    await call(removeApp, {});
                    factors.reload();
                  }}
                />
              )}
            </div>
          </div>
        )}
      </Read>
    </Panel>
  );
}

function AddApp({ replaces, onAdded }: { replaces: boolean; onAdded(): void }) {
  const { t } = useTranslation("office");
  const [app, setApp] = useState<NewApp>();
  const { busy, error, send } = useSending();
  const ask = () => send(async () => setApp((await call(askNewApp, {})).data));
  const action = t(replaces ? "own_app.replace" : "own_app.add");
  return (
    <>
      <button type="button" className="btn s" aria-busy={busy} onClick={() => void ask()}>
        {action}
      </button>
      <Refused why={error} />
      {app && (
        <DecideDialog
          action={t("own_app.save")}
          title={action}
          text={t("own_app.scan")}
          onClose={() => setApp(undefined)}
          onDecide={async (_reason, _key, given) => {
            await call(addApp, { body: { code: String(given.get("code") ?? "") } });
            onAdded();
          }}
        >
          {replaces && <p className="muted">{t("own_app.replaces")}</p>}
          <AppSecret secret={app.secret} uri={app.uri} />
          <CodeField />
        </DecideDialog>
      )}
    </>
  );
}
