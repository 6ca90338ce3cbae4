/**
 * What others rely on, one line each: calls with their input and output, error codes, events and settings. A line that disappears breaks clients; a new
 * line breaks none, except one that begins with `requires` or `only`.
 */
export type Surface = ReadonlySet<string>;

export interface PrintedDocuments {
  readonly openApi: string;
  readonly errors: string;
  readonly events: string;
  readonly settings: string;
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly required?: boolean; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >;
}

export function surfaceOf({ openApi, errors, events, settings }: PrintedDocuments): Surface {
  const lines = new Set<string>();
  const paths = (JSON.parse(openApi) as { paths: Record<string, Record<string, Operation>> }).paths;
  for (const path of Object.values(paths)) for (const operation of Object.values(path)) addOperation(lines, operation);
  for (const [, code] of errors.matchAll(/^\| `([a-z_]+)` \| \d+ \|/gm)) lines.add(`error ${code}`);
  for (const [, module = "", rows = ""] of events.matchAll(/^## (.+)\n\n((?:\|.*\n?)+)/gm))
    for (const [, name] of rows.matchAll(/^\| `([^`]+)` \|/gm)) lines.add(`event ${module} ${name}`);
  for (const [, name, need] of settings.matchAll(/^\| `([A-Z_]+)` \| [^|]* \| ([^|]*) \|/gm)) {
    lines.add(`setting ${name}`);
    if (need?.trim() === "required") lines.add(`requires setting ${name}`);
  }
  return lines;
}

function addOperation(lines: Set<string>, { operationId, parameters = [], requestBody, responses }: Operation): void {
  lines.add(`call ${operationId}`);
  for (const { name, required, schema } of parameters) {
    lines.add(`call ${operationId} takes ${name}`);
    if (required) lines.add(`requires ${operationId} ${name}`);
    addInput(lines, `${operationId} ${name}`, schema);
  }
  for (const { schema } of Object.values(requestBody?.content ?? {})) addInput(lines, `${operationId} body`, schema);
  for (const [status, { content = {} }] of Object.entries(responses)) {
    lines.add(`call ${operationId} answers ${status}`);
    if (status.startsWith("2"))
      for (const { schema } of Object.values(content)) addOutput(lines, `${operationId} answers`, schema);
  }
}

const parts = (schema: Schema): readonly Schema[] => [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];

/** An input takes what it took: its fields stay, none becomes required, and no value is refused that was accepted. */
function addInput(lines: Set<string>, where: string, schema: Schema): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    lines.add(`call ${where}.${name}`);
    if (schema.required?.includes(name)) lines.add(`requires ${where}.${name}`);
    addInput(lines, `${where}.${name}`, field);
  }
  if (schema.enum) {
    lines.add(`only ${where}`);
    for (const value of schema.enum) lines.add(`call ${where} = ${String(value)}`);
  }
  if (schema.items) addInput(lines, `${where}[]`, schema.items);
  for (const part of parts(schema)) addInput(lines, where, part);
}

/** An answer keeps its fields and their types. */
function addOutput(lines: Set<string>, where: string, schema: Schema | undefined): void {
  if (!schema) return;
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (schema.required?.includes(name)) lines.add(`call ${where}.${name}`);
    if (typeof field.type === "string") lines.add(`call ${where}.${name} is ${field.type}`);
    addOutput(lines, `${where}.${name}`, field);
  }
  addOutput(lines, `${where}[]`, schema.items);
  for (const part of parts(schema)) addOutput(lines, where, part);
}

export interface Changes {
  readonly breaking: readonly string[];
  readonly added: readonly string[];
}

export function compareSurfaces(before: Surface, now: Surface): Changes {
  const gone = [...before].filter(line => !now.has(line));
  const fresh = [...now].filter(line => !before.has(line));
  const isNewCall = (line: string) =>
    [...now].some(call => call.startsWith("call ") && !before.has(call) && line.includes(` ${call.slice(5)} `));
  const narrows = (line: string) => /^(requires|only) /.test(line) && !isNewCall(line);
  return {
    breaking: [
      ...gone.filter(line => !/^(requires|only) /.test(line)).map(line => `removed: ${line}`),
      ...fresh.filter(narrows).map(line => `narrowed: ${line}`),
    ].sort(),
    added: fresh.filter(line => !/^(requires|only) /.test(line)).sort(),
  };
}

/** Semantic versioning; below 1.0.0 a breaking change raises the middle number. */
export function nextVersion(version: string, { breaking, added }: Changes): string {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  if (breaking.length > 0) return major === 0 ? `0.${minor + 1}.0` : `${major + 1}.0.0`;
  if (added.length > 0) return major === 0 ? `0.${minor}.${patch + 1}` : `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${patch + 1}`;
}
