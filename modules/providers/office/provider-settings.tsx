import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { changeProvider, type ProviderView } from "./contract.ts";

interface ProviderSettingsProps {
  readonly provider: ProviderView;
  onDone(): void;
}

/** Where a provider is reached and framed, from where it calls, and how often it may. */
export function ProviderSettings({ provider, onDone }: ProviderSettingsProps) {
  const { t } = useTranslation("office");
  return (
    <Decide
      action={t("providers.settings")}
      confirm={t("keep")}
      title={t("providers.settings_title", { name: provider.title })}
      text={t("providers.settings_text")}
      asksReason
      onDecide={async (reason, key, given) => {
        const text = (name: string) => String(given.get(name) ?? "").trim();
        const body = {
          title: text("title"),
          base_url: text("base_url"),
          frame_origin: text("frame_origin"),
          addresses: text("addresses")
            .split(/[\s,;]+/)
            .filter(address => address !== ""),
          calls_per_second: Number(text("calls_per_second")),
          reason,
        };
        await call(changeProvider, { params: { id: provider.id }, body }, key);
        onDone();
      }}
    >
      {(["title", "base_url", "frame_origin"] as const).map(name => (
        <label key={name} className="field">
          {t(`providers.field.${name}`)}
          <input name={name} required autoComplete="off" defaultValue={provider[name]} />
        </label>
      ))}
      <label className="field">
        {t("providers.field.addresses")}
        <textarea name="addresses" rows={2} className="mono" defaultValue={provider.addresses.join("\n")} />
      </label>
      <label className="field">
        {t("providers.field.calls_per_second")}
        <input
          name="calls_per_second"
          type="number"
          min={1}
          max={100_000}
          required
          defaultValue={provider.calls_per_second}
        />
      </label>
    </Decide>
  );
}
