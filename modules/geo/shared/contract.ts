import * as z from "zod/mini";
import { regionBlocked } from "#kit/contract/errors.ts";
import { dataOf } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";

export const getGeoIp = route({
  method: "GET",
  path: "/geo_ip",
  module: "geo",
  caller: "anyone",
  moves: "nothing",
  summary: "The caller's address and its country, or 451 if that country is blocked; null is an unknown one",
  output: dataOf(z.object({ ip: z.string(), country_code: z.nullable(z.string()) })),
  errors: [regionBlocked],
});

export const getIp = route({
  method: "POST",
  path: "/middleware/ip",
  module: "geo",
  caller: "anyone",
  moves: "nothing",
  summary: "The caller's address: the last step of a single-entry login",
  output: dataOf(z.object({ ip: z.string() })),
});
