import { useState } from "react";
import { createPasskey } from "#kit/web/passkey.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import {
  addPasskey,
  askNewPasskey,
  readPasskeys,
  removePasskey,
} from "#modules/operators/shared/own-access-contract.ts";
import { call } from "./api.ts";
import { Decide } from "./parts/decide.tsx";
import { Moment } from "./parts/figures.tsx";
import { Panel, Read, Table } from "./parts/office-page.tsx";
import { useOfficeQuery } from "./parts/use-office-query.ts";
import { inPasskeyWindow } from "./passkey-window.ts";

/** The operator's own passkeys: each is a second factor in place of the code. */
export function PasskeysPanel() {
  const { t } = useTranslation("office");
  const passkeys = useOfficeQuery(readPasskeys, {});
  return (
    <Panel title={t("passkeys.title")} aside={<AddPasskey onAdded={passkeys.reload} />}>
      <Read of={passkeys}>
        {({ data }) => (
          <Table
            name={t("passkeys.title")}
            head={[t("passkeys.name"), t("passkeys.host"), t("passkeys.added"), t("passkeys.used"), ">"]}
            empty={t("passkeys.none")}
            rows={data.passkeys.map(({ id, name, host, created_at, used_at }) => ({
              key: id,
              cells: [
                <b key="name">{name}</b>,
                <span key="host" className="mono sm">
                  {host}
                </span>,
                <Moment key="added" at={created_at} />,
                used_at === null ? "—" : <Moment key="used" at={used_at} />,
                <Decide
                  key="remove"
                  action={t("passkeys.remove")}
                  title={t("passkeys.remove_title", { name })}
                  text={t("passkeys.remove_text")}
                  dangerous
                  onDecide={async () => {
                    await call(removePasskey, { params: { id } });
                    passkeys.reload();
                  }}
                />,
              ],
            }))}
          />
        )}
      </Read>
      <p className="note muted sm">{t("passkeys.note")}</p>
    </Panel>
  );
}

function AddPasskey({ onAdded }: { onAdded(): void }) {
  const { t } = useTranslation("office");
  const [name, setName] = useState("");
  return (
    <Decide
      action={t("passkeys.add")}
      title={t("passkeys.add")}
      text={t("passkeys.add_text")}
      onDecide={async () => {
        const { data } = await call(askNewPasskey, {});
        const attestation = await inPasskeyWindow(() => createPasskey(data.options), t("passkeys.failed"));
        if (!attestation) return;
        await call(addPasskey, { body: { name, attestation } });
        setName("");
        onAdded();
      }}
    >
      <label className="field">
        {t("passkeys.name")}
        <input value={name} onChange={event => setName(event.target.value)} maxLength={60} required />
      </label>
    </Decide>
  );
}
