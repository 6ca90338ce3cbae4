import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { CountryField } from "#modules/operators/office/parts/country-field.tsx";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { instantOf, TimeField } from "#modules/operators/office/parts/time-field.tsx";
import { everywhere } from "../shared/flag.ts";
import { type FlagView, setFlag } from "./contract.ts";
import { useFlagTexts } from "./use-flag-texts.ts";

interface SetFlagProps {
  readonly flag: FlagView;
  onAsked(request: string): void;
}

/** Asks for another value of a flag: where, which and until when. */
export function SetFlag({ flag, onAsked }: SetFlagProps) {
  const { t } = useTranslation("office");
  const texts = useFlagTexts();
  const [isEverywhere, setEverywhere] = useState(false);
  return (
    <Decide
      action={t("flags.set")}
      title={t("flags.set_title", { flag: texts.name(flag.name) })}
      text={t("flags.set_text")}
      asksReason
      onDecide={async (reason, key, given) => {
        const region = isEverywhere ? everywhere : String(given.get("country"));
        const text = String(given.get("value"));
        const value = flag.type === "integer" ? Number(text) : text === "on";
        const body = { flag: flag.name, region, set: { value, until: instantOf(given, "until") }, reason };
        onAsked((await call(setFlag, { body }, key)).data.request);
      }}
    >
      <label className="row">
        <input type="checkbox" checked={isEverywhere} onChange={event => setEverywhere(event.target.checked)} />
        {t("flags.everywhere")}
      </label>
      {!isEverywhere && <CountryField name="country" label={t("flags.country")} />}
      <ValueField flag={flag} />
      <TimeField name="until" label={t("flags.until_field")} />
    </Decide>
  );
}

function ValueField({ flag: { type, least, most, initial } }: Pick<SetFlagProps, "flag">) {
  const { t } = useTranslation("office");
  if (type === "integer")
    return (
      <label className="field">
        {t("flags.bounds", { least: String(least), most: String(most) })}
        <input
          name="value"
          type="number"
          required
          step={1}
          min={least ?? undefined}
          max={most ?? undefined}
          defaultValue={Number(initial)}
        />
      </label>
    );
  return (
    <label className="field">
      {t("flags.value")}
      <select name="value" defaultValue={initial === true ? "off" : "on"}>
        <option value="on">{t("flags.on")}</option>
        <option value="off">{t("flags.off")}</option>
      </select>
    </label>
  );
}
