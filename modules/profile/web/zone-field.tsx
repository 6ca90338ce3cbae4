import { useEffect, useId, useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { findZone, readZones, type Zone } from "./zones.ts";

interface ZoneFieldProps {
  /** IANA name; null until the player has chosen one: the browser's own is shown. */
  readonly value: string | null;
  onChange(zone: string): Promise<unknown>;
}

/** The time zone: typed in part and chosen from a list of cities with their current offsets. */
export function ZoneField({ value, onChange }: ZoneFieldProps) {
  const { t } = useTranslation("lobby", "profile");
  const id = useId();
  const [zones, setZones] = useState<readonly Zone[]>([]);
  const [here, setHere] = useState("");
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => setHere(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  const name = value ?? here;
  const shown = readZones([name])[0]?.text ?? "";
  const load = () => zones.length === 0 && setZones(readZones(Intl.supportedValuesOf("timeZone")));
  const choose = (text: string) => {
    setTyped(text);
    const zone = findZone(zones, text);
    if (!zone) return;
    setTyped(null);
    if (zone.name !== name) void onChange(zone.name);
  };
  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor={id}>{t("profile:zone")}</label>
      </div>
      <input
        id={id}
        className="input-box"
        list={`${id}-zones`}
        autoComplete="off"
        value={typed ?? shown}
        onFocus={event => {
          load();
          event.target.select();
        }}
        onChange={event => choose(event.target.value)}
        onBlur={() => setTyped(null)}
      />
      <datalist id={`${id}-zones`}>
        {zones.map(zone => (
          <option key={zone.name} value={zone.text} />
        ))}
      </datalist>
    </div>
  );
}
