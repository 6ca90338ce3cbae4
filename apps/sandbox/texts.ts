import { join } from "node:path";
import { readLocale } from "#kit/host/read-locale.ts";
import english from "./locale/en.json" with { type: "json" };

/** The texts of the payment page. */
export const words = readLocale(english, join(import.meta.dirname, "locale"));
