import { useTranslation } from "#kit/web/texts.tsx";

/** A value of a game's own column: words that have a text are shown in the page's language. */
export function ShownValue({ of }: { of: unknown }) {
  const { t } = useTranslation("office");
  const shown = (value: unknown): string => {
    if (value === null || value === undefined || value === "") return "—";
    if (typeof value === "boolean") return t(value ? "play.yes" : "play.no");
    if (Array.isArray(value)) return value.map(shown).join(", ");
    const text = String(value);
    return t.find(`play.words.${text}`) ?? text;
  };
  const text = shown(of);
  return (
    <span className="device ellipsis" title={text}>
      {text}
    </span>
  );
}
