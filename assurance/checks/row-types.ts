import { posix } from "node:path";
import { parseSync, type TSType, Visitor } from "oxc-parser";
import type { Source } from "./source.ts";

/** A type as a file declares it: its own fields, and the types it is made of. */
interface Declared {
  readonly fields: readonly { readonly name: string; readonly at: string }[];
  readonly parts: readonly TSType[];
}

interface File {
  readonly path: string;
  readonly types: ReadonlyMap<string, Declared>;
  /** Imported names, and the files they come from. */
  readonly imports: ReadonlyMap<string, string>;
  /** The rows of its queries. */
  readonly rows: readonly TSType[];
}

/** Fields of rows that are not camelCase: the type of `query<Row>`, and all that it is made of. */
export function snakeCaseFields(sources: readonly Source[]): readonly string[] {
  const files = new Map(sources.map(source => [source.path, read(source)]));
  const found = new Set<string>();
  const seen = new Set<string>();

  function visit(file: File, type: TSType): void {
    for (const { name, at } of fieldsOf(file.path, type)) if (name.includes("_")) found.add(`${at} has ${name}`);
    for (const name of namesIn(type)) visitNamed(file, name);
  }

  function visitNamed(file: File, name: string): void {
    if (seen.has(`${file.path} ${name}`)) return;
    seen.add(`${file.path} ${name}`);
    const declared = file.types.get(name);
    const source = files.get(file.imports.get(name) ?? "");
    if (!declared) {
      if (source) visitNamed(source, name);
      return;
    }
    for (const field of declared.fields) if (field.name.includes("_")) found.add(`${field.at} has ${field.name}`);
    for (const part of declared.parts) visit(file, part);
  }

  for (const file of files.values()) for (const row of file.rows) visit(file, row);
  return [...found];
}

function read({ path, text }: Source): File {
  const types = new Map<string, Declared>();
  const imports = new Map<string, string>();
  const rows: TSType[] = [];
  new Visitor({
    TSInterfaceDeclaration({ id, body, extends: parents }) {
      const fields = body.body.flatMap(member => fieldOf(`${path} ${id.name}`, member));
      const parts = parents.flatMap(({ expression, typeArguments }) => [
        ...(expression.type === "Identifier" ? [named(expression.name)] : []),
        ...(typeArguments?.params ?? []),
      ]);
      types.set(id.name, { fields, parts });
    },
    TSTypeAliasDeclaration({ id, typeAnnotation }) {
      types.set(id.name, { fields: [], parts: [typeAnnotation] });
    },
    ImportDeclaration({ source, specifiers }) {
      for (const { local } of specifiers) imports.set(local.name, resolve(path, source.value));
    },
    CallExpression({ callee, typeArguments }) {
      if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
      if (callee.property.name === "query") rows.push(...(typeArguments?.params ?? []));
    },
  }).visit(parseSync(path, text).program);
  return { path, types, imports, rows };
}

const named = (name: string) =>
  ({ type: "TSTypeReference", typeName: { type: "Identifier", name } }) as unknown as TSType;

function resolve(path: string, specifier: string): string {
  if (specifier.startsWith("#")) return specifier.slice(1);
  return posix.join(posix.dirname(path), specifier);
}

/** What a type is made of: parts of `A & B`, `A | B`, `readonly A[]`, `Omit<A, "x">`; not the types of its fields. */
function partsOf(type: TSType): readonly TSType[] {
  if (type.type === "TSIntersectionType" || type.type === "TSUnionType") return type.types.flatMap(partsOf);
  if (type.type === "TSParenthesizedType") return partsOf(type.typeAnnotation);
  if (type.type === "TSTypeReference") return [type, ...(type.typeArguments?.params ?? []).flatMap(partsOf)];
  return [type];
}

function fieldsOf(path: string, type: TSType): Declared["fields"] {
  return partsOf(type).flatMap(part =>
    part.type === "TSTypeLiteral" ? part.members.flatMap(member => fieldOf(path, member)) : [],
  );
}

function fieldOf(at: string, member: { readonly type: string; readonly key?: unknown }): Declared["fields"] {
  const key = member.key as { readonly type: string; readonly name?: string } | undefined;
  return member.type === "TSPropertySignature" && key?.name !== undefined ? [{ name: key.name, at }] : [];
}

function namesIn(type: TSType): readonly string[] {
  return partsOf(type).flatMap(part =>
    part.type === "TSTypeReference" && part.typeName.type === "Identifier" ? [part.typeName.name] : [],
  );
}
