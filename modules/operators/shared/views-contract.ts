import * as z from "zod/mini";
import { dataOf, plainText, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { nameField } from "./contract.ts";
import { tooManyViews } from "./errors.ts";

const listField = z.string("list_invalid").check(z.regex(/^[a-z][a-z0-9._-]{1,39}$/, "list_invalid"));
/** Who sees a saved view besides its operator: nobody, those of their role, or all operators. */
export const viewAudiences = ["own", "role", "all"] as const;
const savedView = z.object({
  id: uuidField,
  name: z.string(),
  query: z.string(),
  shared: z.enum(viewAudiences),
  /** Null of the caller's own view, else who saved it. */
  by: z.nullable(z.string()),
});
export type SavedView = z.output<typeof savedView>;
const ownViews = { module: "operators", caller: "operator", permission: "self", moves: "nothing" } as const;

export const readViews = route({
  ...ownViews,
  method: "GET",
  path: "/api/office/views",
  reads: ["operators.views"],
  summary:
    "The saved views of a list that the caller sees: their own first, then those shared with their role or with all",
  query: z.object({ list: listField }),
  output: dataOf(z.array(savedView)),
});

export const saveView = route({
  ...ownViews,
  method: "POST",
  path: "/api/office/views",
  summary: "Saves the filters of a list under a name; one of the same name is replaced",
  body: z.object({
    list: listField,
    name: nameField,
    query: z.string("query_invalid").check(z.maxLength(1000, "query_invalid"), z.regex(plainText, "query_invalid")),
    /** Only the caller unless given. */
    shared: z.optional(z.enum(viewAudiences, "shared_invalid")),
  }),
  status: 201,
  output: dataOf(savedView),
  errors: [tooManyViews],
});

export const deleteView = route({
  ...ownViews,
  method: "DELETE",
  path: "/api/office/views/:id",
  summary: "Deletes one of the caller's saved views",
  params: z.object({ id: uuidField }),
  status: 204,
});
