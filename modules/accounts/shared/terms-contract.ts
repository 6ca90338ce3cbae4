import * as z from "zod/mini";
import { route } from "#kit/contract/route.ts";
import { termsChanged } from "./errors.ts";

export const acceptTerms = route({
  method: "POST",
  path: "/api/v1/terms/accept",
  module: "accounts",
  caller: "player",
  moves: "nothing",
  summary: "The player accepts the current terms; `version` is the one shown to them",
  body: z.object({ version: z.string("version_invalid").check(z.regex(/^\d{4}-\d{2}-\d{2}$/, "version_invalid")) }),
  status: 204,
  errors: [termsChanged],
});
