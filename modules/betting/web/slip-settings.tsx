import { Settings2 } from "lucide-react";
import { useId } from "react";
import { Icon } from "#kit/ui/icon.tsx";
import { storedSetting } from "#kit/web/stored-setting.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { priceFormats } from "#modules/odds/shared/price-format.ts";
import { priceFormat } from "#modules/odds/web/price-text.tsx";
import { pricePolicies } from "../shared/read-slip.ts";

/** Which price changes this device's player accepts in advance. */
export const policySetting = storedSetting("price-policy", pricePolicies, "better");

/** How prices are shown, and which changes are accepted unasked. */
export function SlipSettings() {
  const { t } = useTranslation("betting");
  const format = priceFormat.use();
  const policy = policySetting.use();
  return (
    <details className="slip-settings">
      <summary className="sm muted">
        <Icon of={Settings2} size={16} /> {t("slip.settings")}
      </summary>
      <Pick
        label={t("slip.format")}
        value={format}
        onChange={priceFormat.set}
        items={priceFormats.map(each => [each, t(`slip.formats.${each}`)] as const)}
      />
      <Pick
        label={t("slip.policy")}
        value={policy}
        onChange={policySetting.set}
        items={pricePolicies.map(each => [each, t(`slip.policies.${each}`)] as const)}
      />
    </details>
  );
}

interface PickProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly items: readonly (readonly [value: T, text: string])[];
  onChange(value: T): void;
}

function Pick<T extends string>({ label, value, items, onChange }: PickProps<T>) {
  const id = useId();
  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor={id}>{label}</label>
      </div>
      <select
        id={id}
        className="input-box"
        value={value}
        onChange={event => {
          const chosen = items.find(([each]) => each === event.target.value);
          if (chosen) onChange(chosen[0]);
        }}
      >
        {items.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
