import { expect, test } from "vitest";
import { isOfOffice, type Route, routeName } from "#kit/contract/route.ts";
import { personalKindOf } from "#modules/operators/shared/masked.ts";
import { readDeclared } from "#tools/docs/declared.ts";

/** Names of fields that hold personal data. */
const personal =
  /mail|phone|^ip$|address|first_name|last_name|legal_name|birth|^label$|recipient|document$|passport|iban/;

/** Fields with such a name that hold none, or an operator's own: staff see who did what from where. */
const notPersonal: Readonly<Record<string, string>> = {
  "POST /api/office/login/code data.email": "the caller's own",
  "POST /api/office/login/code data.last_login.address": "the caller's own",
  "POST /api/office/login/passkey/finish data.email": "the caller's own",
  "POST /api/office/login/passkey/finish data.last_login.address": "the caller's own",
  "GET /api/office/me data.email": "the caller's own",
  "GET /api/office/me data.last_login.address": "the caller's own",
  "POST /api/office/invitation/open data.email": "the invited operator's own",
  "GET /api/office/sessions data[].address": "an operator's",
  "GET /api/office/operators data[].email": "an operator's",
  "GET /api/office/audit data.items[].address": "an operator's, and part of the chain's hash",
  "GET /api/office/audit/chain data.items[].address": "an operator's, and part of the chain's hash",
  "GET /api/office/nodes data.nodes[].address": "of a process of ours",
  "GET /api/office/providers data[].addresses[]": "networks of a game provider",
};

interface Def {
  readonly type: string;
  readonly shape?: Readonly<Record<string, object>>;
  readonly [name: string]: unknown;
}

/** Flags and counts tell nobody's data. */
const typeOf = (schema: object) => (schema as { _zod: { def: Def } })._zod.def.type;

/** Every leaf of a schema with its path. */
function leavesOf(schema: object, path: string): readonly { path: string; name: string; schema: object }[] {
  const def = (schema as { _zod: { def: Def } })._zod.def;
  if (def.shape)
    return Object.entries(def.shape).flatMap(([name, field]) =>
      leavesOf(field, path === "" ? name : `${path}.${name}`),
    );
  if (def.type === "array") return leavesOf(def["element"] as object, `${path}[]`);
  if (def.type === "union") return (def["options"] as object[]).flatMap(option => leavesOf(option, path));
  if (def["innerType"] !== undefined) return leavesOf(def["innerType"] as object, path);
  return [{ path, name: path.split(".").at(-1)?.replaceAll("[]", "") ?? "", schema }];
}

const leaves = async () =>
  (await readDeclared()).routes
    .filter((route: Route) => isOfOffice(route) && route.output)
    .flatMap(route => leavesOf(route.output as object, "").map(leaf => ({ ...leaf, route: routeName(route) })));

test("every field of the back office with the name of personal data is masked", async () => {
  const all = await leaves();
  expect(all.length).toBeGreaterThan(400);
  const open = all.filter(
    ({ name, route, path, schema }) =>
      personal.test(name) &&
      typeOf(schema) === "string" &&
      personalKindOf(schema) === undefined &&
      notPersonal[`${route} ${path}`] === undefined,
  );
  expect(open.map(({ route, path }) => `${route} ${path}`)).toEqual([]);
});

test("only the two calls of a reveal carry personal data unmasked", async () => {
  const revealed = (await leaves()).filter(({ schema }) => personalKindOf(schema) === "revealed");
  expect([...new Set(revealed.map(({ route }) => route))]).toEqual([
    "GET /api/office/players/:id/revealed",
    "POST /api/office/players/:id/reveal",
  ]);
});
