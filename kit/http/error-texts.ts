import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { ErrorCode } from "#kit/contract/error-code.ts";
import { defaultLocale, type Locale } from "#kit/i18n/locale.ts";

type Texts = Readonly<Record<string, string>>;

const root = join(import.meta.dirname, "../..");
let read: ReadonlyMap<string, Texts> | undefined;

/** The text of an error in this language; in English where the language has none, and its code where no file has a text. */
export function messageIn({ code }: ErrorCode, locale: Locale): string {
  read ??= readTexts();
  return read.get(locale)?.[code] ?? read.get(defaultLocale)?.[code] ?? code;
}

/** `locale/errors/{language}.json` of every module, by language. */
function readTexts(): ReadonlyMap<string, Texts> {
  const texts = new Map<string, Texts>();
  for (const file of globSync("{kit,modules,apps}/**/locale/errors/*.json", { cwd: root })) {
    const language = basename(file, ".json");
    texts.set(language, { ...texts.get(language), ...(JSON.parse(readFileSync(join(root, file), "utf8")) as Texts) });
  }
  return texts;
}
