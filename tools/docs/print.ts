import { printCoverage } from "#assurance/coverage/coverage.ts";
import { printFailures } from "#assurance/known-failures/check.ts";
import { printSlotRules } from "#assurance/second-verifier/slot-rules.ts";
import type { Channel } from "#kit/contract/channel.ts";
import { dependsOnRegion, type Route, routeName, successStatusesOf } from "#kit/contract/route.ts";
import { messageIn } from "#kit/http/error-texts.ts";
import { errorsOf, openApi, schemaOf } from "#kit/http/openapi.ts";
import { languageOf, locales } from "#kit/i18n/locale.ts";
import { gameRules } from "#modules/games/index.ts";
import { printTextRegistry } from "../texts/print-registry.ts";
import { printRules } from "../verify/rules-file.ts";
import { callingPart } from "./calling-page.ts";
import type { Declared } from "./declared.ts";
import { moneyPage } from "./money-page.ts";
import { permissionsPage } from "./permissions-page.ts";
import { providerPage } from "./provider-page.ts";
import { settingsPage } from "./settings-page.ts";
import { tablePages } from "./table-pages.ts";

type JsonSchema = Readonly<Record<string, unknown>>;

const printed = "<!-- Printed by `npm run docs` from the contracts of the modules. Do not edit. -->";

/** The documents by their paths. Equal declarations give equal text. */
export function printDocuments(declared: Declared): Readonly<Record<string, string>> {
  return {
    "docs/openapi.json": `${JSON.stringify(openApi(declared.routes), undefined, 1)}\n`,
    "docs/api.md": apiPage(declared),
    "docs/calls.md": callsPage(declared),
    "docs/permissions.md": page("Roles and permissions", ...permissionsPage(table, declared)),
    "docs/errors.md": errorsPage(declared),
    "docs/settings.md": page("Settings", ...settingsPage(table)),
    "docs/events.md": eventsPage(declared),
    "docs/money/books.md": page("The books", ...moneyPage(table)),
    ...printTables(),
    "docs/provider-api.md": page("The provider API", ...providerPage(shape, table)),
    "docs/spec-coverage.md": printCoverage(),
    "docs/games/known-failures.md": printFailures(),
    "modules/fairness/verifier/rules.json": printRules(gameRules),
    "assurance/second-verifier/slot-rules.json": printSlotRules(),
    "apps/text-registry.ts": printTextRegistry(),
  };
}

/** One page for each live table, named by its folder. */
function printTables(): Readonly<Record<string, string>> {
  const pages = tablePages.map(({ folder, page: printed }) => {
    const { title, parts } = printed(table);
    return [`docs/tables/${folder}.md`, page(title, ...parts)];
  });
  return Object.fromEntries(pages);
}

function page(title: string, ...parts: string[]): string {
  return `${[`# ${title}`, printed, ...parts].join("\n\n")}\n`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function modulesOf<T extends { readonly module: string }>(items: readonly T[]): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(item.module, [...(groups.get(item.module) ?? []), item]);
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}

function apiPage({ routes, channels }: Declared): string {
  return page(
    "The calls",
    "A successful response is listed under *answers*; an error is `{message, code, errors?, data?}` with a code of [errors.md](errors.md). " +
      "Every call can also return the [common codes](#how-to-call). [calls.md](calls.md) lists who may call what. " +
      "Field types are those of JSON Schema, as in `/openapi.json` on the API host.",
    callingPart(),
    ...modulesOf(routes).map(([module, own]) => [`## ${module}`, ...own.map(callSection)].join("\n\n")),
    ["## Channels of the socket", ...channels.map(channelSection)].join("\n\n"),
  );
}

function callSection(route: Route): string {
  const own = (route.errors ?? []).map(({ code, status }) => `\`${code}\` (${status})`);
  const facts = [
    route.params && `- path: ${shape(schemaOf(route.params, "input"))}`,
    route.query && `- query: ${shape(schemaOf(route.query, "input"))}`,
    route.body && `- body: ${shape(schemaOf(route.body, "input"))}`,
    `- answers ${successStatusesOf(route).join(" or ")}${route.output ? `: ${shape(schemaOf(route.output, "output"))}` : ""}`,
    own.length > 0 && `- fails with, in this order: ${own.join(", ")}`,
    route.maxBody !== undefined && `- body: at most ${Math.floor(route.maxBody / 1024)} KiB`,
    route.rate && `- one address: ${route.rate.burst} at once, then ${route.rate.perMinute} a minute`,
  ];
  return [`### ${routeName(route)}`, `${route.summary}.`, facts.filter(Boolean).join("\n")].join("\n\n");
}

function channelSection(channel: Channel): string {
  const events = Object.entries(channel.events).map(
    ([name, data]) => `- \`${name}\`: ${shape(schemaOf(data, "output"))}`,
  );
  const who = { player: "The player's own", anyone: "Open to anyone", operator: "On the socket of the back office" }[
    channel.caller
  ];
  const snapshot = `- snapshot: ${shape(schemaOf(channel.snapshot, "output"))}`;
  const { parameter } = channel;
  const name = parameter ? `${channel.name}/:${parameter.name}` : channel.name;
  return [`### ${name}`, `${channel.summary}. ${who}.`, [snapshot, ...events].join("\n")].join("\n\n");
}

/** A JSON Schema in one line: `{stake: string, picks?: integer[]}`. */
function shape(schema: JsonSchema): string {
  return `\`${shapeOf(schema)}\``;
}

function shapeOf(schema: JsonSchema): string {
  const {
    type,
    properties,
    required = [],
    items,
    prefixItems,
    anyOf,
    oneOf,
    additionalProperties,
  } = schema as {
    type?: string | string[];
    properties?: Record<string, JsonSchema>;
    required?: readonly string[];
    items?: JsonSchema;
    prefixItems?: readonly JsonSchema[];
    anyOf?: readonly JsonSchema[];
    oneOf?: readonly JsonSchema[];
    additionalProperties?: JsonSchema | boolean;
  };
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map(value => JSON.stringify(value)).join(" | ");
  const choices = anyOf ?? oneOf;
  if (choices) return choices.map(shapeOf).join(" | ");
  if (properties) {
    const fields = Object.entries(properties).map(
      ([name, field]) => `${name}${required.includes(name) ? "" : "?"}: ${shapeOf(field)}`,
    );
    return `{${fields.join(", ")}}`;
  }
  if (prefixItems) return `[${prefixItems.map(shapeOf).join(", ")}]`;
  if (items) return `(${shapeOf(items)})[]`.replace(/^\((\w+|\[.*\])\)/, "$1");
  if (typeof additionalProperties === "object") return `{[name]: ${shapeOf(additionalProperties)}}`;
  return type === undefined ? "any" : [type].flat().join(" | ");
}

function callsPage({ routes, channels }: Declared): string {
  return page(
    "Who may call what",
    "A call that is not classified does not start. `moves`: everything but nothing needs an `Idempotency-Key` and is refused without one; a provider repeats itself under keys of its own. " +
      "`socket`: open as a command too. `region`: refused with 451 where the caller's country is blocked or unknown.",
    table(
      ["call", "module", "caller", "permission", "moves", "socket", "region"],
      routes.map(route => [
        `\`${routeName(route)}\``,
        route.module,
        route.caller,
        route.permission ?? "",
        route.moves,
        route.socket ? "yes" : "",
        dependsOnRegion(route) ? "asked" : "",
      ]),
    ),
    "## Channels",
    table(
      ["channel", "module", "follower"],
      channels.map(({ name, module, caller }) => [`\`${name}\``, module, caller]),
    ),
  );
}

function errorsPage({ errors, routes }: Declared): string {
  const users = (code: string) => routes.filter(route => errorsOf(route).some(error => error.code === code)).length;
  return page(
    "Failures",
    "`code` is stable. The texts are in `locale/errors/` of each module. `calls`: how many calls declare it.",
    table(
      ["code", "status", "when", ...locales.map(languageOf), "calls"],
      errors.map(error => [
        `\`${error.code}\``,
        `${error.status}`,
        error.when,
        ...locales.map(locale => messageIn(error, locale)),
        `${users(error.code)}`,
      ]),
    ),
  );
}

function eventsPage({ events }: Declared): string {
  return page(
    "Events between modules",
    "Published on the bus of a process, after the commit that made them true. A module listens to those of lower tiers only.",
    ...modulesOf(events).map(([module, own]) =>
      [
        `## ${module}`,
        table(
          ["event", "what became true"],
          own.map(({ name, summary }) => [`\`${name}\``, summary]),
        ),
      ].join("\n\n"),
    ),
  );
}
