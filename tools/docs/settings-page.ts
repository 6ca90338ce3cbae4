import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { configSchema } from "#kit/host/config.ts";
import { required } from "#kit/std/invariant.ts";

type Table = (head: readonly string[], rows: readonly (readonly string[])[]) => string;

interface Property {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly items?: Property;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly minLength?: number;
}

const root = join(import.meta.dirname, "../..");

/** The settings of the server, from the schema that reads them and the comments above them. */
export function settingsPage(table: Table): readonly string[] {
  const meanings = commentsOf(readFileSync(join(root, "kit/host/config.ts"), "utf8"));
  const { properties = {}, required: names = [] } = z.toJSONSchema(configSchema, {
    io: "output",
    unrepresentable: "any",
  }) as {
    properties?: Readonly<Record<string, Property>>;
    required?: readonly string[];
  };
  const rows = Object.entries(properties).map(([name, property]) => [
    `\`${name}\``,
    takes(property),
    property.default === undefined
      ? names.includes(name)
        ? "required"
        : "none"
      : `\`${defaultOf(property.default)}\``,
    required(meanings.get(name), `${name} has no comment in kit/host/config.ts`),
  ]);
  return [
    "Read once from the environment at the start. How they are used together: [operations.md](operations.md).",
    table(["setting", "value", "default", "meaning"], rows),
  ];
}

const defaultOf = (value: unknown): string => {
  const text = Array.isArray(value) ? value.join(",") : String(value);
  return text === "" ? "(empty)" : text;
};

function takes({ type, enum: values, items, minimum, maximum, pattern, minLength }: Property): string {
  if (values) return values.map(value => `\`${value}\``).join(", ");
  if (items) return items.enum ? `list of ${takes(items)}` : "list";
  if (type === "integer" || type === "number") {
    const known = (limit: number | undefined) => limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
    const range = [known(minimum) ? `from ${minimum}` : "", known(maximum) ? `to ${maximum}` : ""]
      .filter(Boolean)
      .join(" ");
    return `${type === "integer" ? "whole number" : "number"}${range === "" ? "" : ` ${range}`}`;
  }
  if (type === "boolean") return "`true`, `false`";
  if (minLength !== undefined && minLength > 0) return `text of at least ${minLength} characters`;
  return pattern === "^[0-9a-f]{64}$" ? "32 bytes in hex" : "text";
}

/** The comment above a setting is also that of those of its family which follow it without one: CHAIN_RPC_URL, CHAIN_ID. */
function commentsOf(source: string): ReadonlyMap<string, string> {
  const body = source.slice(source.indexOf("configSchema = z.object({"));
  const found = new Map<string, string>();
  let comment = "";
  let family: string | undefined;
  for (const [, text, name = ""] of body.matchAll(/^ {2}(?:\/\*\*([\s\S]*?)\*\/|([A-Z][A-Z0-9_]*):)/gm)) {
    if (text !== undefined) {
      comment = text.replaceAll(/\s*\n\s*\*\s?/g, " ").trim();
      family = undefined;
      continue;
    }
    family ??= familyOf(name);
    if (family === familyOf(name)) found.set(name, comment);
  }
  return found;
}

const familyOf = (name: string) => name.split("_")[0];
