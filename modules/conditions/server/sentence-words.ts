import { join } from "node:path";
import { readLocale } from "#kit/host/read-locale.ts";
import english from "../locale/sentences/en.json" with { type: "json" };

export const sentenceWords = readLocale(english, join(import.meta.dirname, "../locale/sentences"));
