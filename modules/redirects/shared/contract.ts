import * as z from "zod/mini";
import { dataOf } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";

export const findRedirect = route({
  method: "POST",
  path: "/middleware/mirrorRedirect",
  module: "redirects",
  caller: "anyone",
  moves: "nothing",
  summary: "The redirect target of an address of the site, or null if there is none; `external` leaves the site",
  body: z.object({
    host: z
      .string("host_invalid")
      .check(z.maxLength(260, "host_invalid"), z.regex(/^[a-z0-9.[\]-]+(:\d{1,5})?$/i, "host_invalid")),
    path: z.string("path_invalid").check(z.maxLength(3000, "path_invalid"), z.regex(/^\//, "path_invalid")),
  }),
  output: dataOf(z.nullable(z.object({ url: z.string(), external: z.boolean() }))),
});

export interface Redirect {
  readonly url: string;
  readonly external: boolean;
}
