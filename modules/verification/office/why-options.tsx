import { useTranslation } from "#kit/web/texts.tsx";
import { whys } from "./contract.ts";

/** What a player can be told about a decision, as options of a select. */
export function WhyOptions() {
  const { t } = useTranslation("office");
  return whys.map(each => (
    <option key={each} value={each}>
      {t(`kyc.whys.${each}`)}
    </option>
  ));
}
