import type { Resource } from "i18next";

/** `modules/games/dice/locale/ru.json` → `dice`; `kit/i18n/locale/ru.json` → `common`. */
export function byNamespace(files: Record<string, unknown>): Resource[string] {
  const named = Object.entries(files).map(([path, texts]) => {
    const folder = path.split("/").at(-3) ?? "";
    return [folder === "i18n" ? "common" : folder, texts as Resource[string][string]];
  });
  return Object.fromEntries(named);
}
