import { useTranslation } from "#kit/web/texts.tsx";
import { decimal } from "#modules/operators/office/parts/figures.tsx";

/** A value of a game's own column: decimals, and words that have a text, are shown in the page's language. */
export function ShownValue({ of }: { of: unknown }) {
  const { t } = useTranslation("office");
  const shown = (value: unknown): string => {
    if (value === null || value === undefined || value === "") return "—";
    if (typeof value === "boolean") return t(value ? "play.yes" : "play.no");
    if (Array.isArray(value)) {
      const parts = value.map(shown);
      return parts.join(parts.some(part => part.includes(",")) ? "; " : ", ");
    }
    const text = String(value);
    if (/^\d+\.\d+$/.test(text)) return decimal(text);
    return t.find(`play.words.${text}`) ?? text;
  };
  const text = shown(of);
  return (
    <span className="device ellipsis" title={text}>
      {text}
    </span>
  );
}
