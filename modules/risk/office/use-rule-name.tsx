import { useTranslation } from "#kit/web/texts.tsx";
import { typologyOf } from "../shared/typologies.ts";

/** The name of a rule: in the reader's language where it came with the product, else as operators wrote it. */
export function useRuleName() {
  const { t } = useTranslation("office");
  return (rule: { readonly id: string; readonly name: string }): string => {
    const typology = typologyOf(rule);
    return typology === undefined ? rule.name : t(`risk_rules.typologies.${typology}`);
  };
}
