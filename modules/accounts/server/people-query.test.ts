import { expect, test } from "vitest";
import { peopleQuery } from "./people-query.ts";

test.each([
  ["", { by: "all" }],
  ["  0190A000-0000-7000-8000-000000000000 ", { by: "id", text: "0190A000-0000-7000-8000-000000000000" }],
  ["Alice.S+x@gmail.com", { by: "emailKey", text: "alices@gmail.com" }],
  ["alice@", { by: "emailKey", text: "alice@" }],
  ["8 (707) 123-41-67", { by: "phone", text: "+77071234167" }],
  ["+375 29 123 45 67", { by: "phone", text: "+375291234567" }],
  ["brave-otter", { by: "name", text: "brave-otter" }],
  ["7071", { by: "name", text: "7071" }],
  ["bra", { by: "name", text: "bra" }],
  ["br", { by: "nameStart", text: "br" }],
] as const)("an operator who types %j searches for %j", (typed, query) => expect(peopleQuery(typed)).toEqual(query));
