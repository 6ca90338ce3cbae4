import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { FoldedPanel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { type RunningSetting, readSettings } from "./contract.ts";

/** The settings of the process that answered, to read only. */
export function RunningSettings() {
  const { t } = useTranslation("office");
  const found = useOfficeQuery(readSettings, {});
  const [typed, setTyped] = useState("");
  const part = typed.trim().toUpperCase();
  const node = found.data?.data.node ?? null;
  return (
    <FoldedPanel
      title={t("flags.settings")}
      aside={
        <input
          className="search"
          type="search"
          data-filter
          maxLength={60}
          aria-label={t("flags.find")}
          placeholder={t("flags.find")}
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
      }
    >
      <p className="note muted">
        {node === null ? t("flags.settings_text") : t("flags.settings_node", { name: node })}
      </p>
      <Read of={found}>
        {({ data }) => (
          <Table
            name={t("flags.settings")}
            head={[t("flags.setting"), t("flags.value"), t("flags.source")]}
            empty={t("flags.no_match")}
            rows={data.settings
              .filter(({ name }) => name.includes(part))
              .map(setting => ({
                key: setting.name,
                cells: [
                  <span key="name" className="mono">
                    {setting.name}
                  </span>,
                  <Shown key="value" setting={setting} />,
                  t(setting.is_default ? "flags.from_default" : "flags.from_environment"),
                ],
              }))}
          />
        )}
      </Read>
    </FoldedPanel>
  );
}

function Shown({ setting: { value, shows, is_set } }: { readonly setting: RunningSetting }) {
  const { t } = useTranslation("office");
  if (!is_set) return <span className="faint">{t("flags.not_set")}</span>;
  if (shows === "secret") return <Tag tone="plain">{t("flags.secret")}</Tag>;
  return <span className="mono reason">{value === "" ? "—" : value}</span>;
}
