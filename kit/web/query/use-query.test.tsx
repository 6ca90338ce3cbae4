import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { route } from "#kit/contract/route.ts";
import { type Client, ClientContext } from "../client.ts";
import { routeCacheOf } from "./route-cache.ts";
import { usePages, useQuery } from "./use-query.ts";

const getVault = route({
  method: "GET",
  path: "/vault",
  module: "test",
  caller: "player",
  moves: "nothing",
  summary: "",
  output: z.object({ data: z.object({ sum: z.string() }) }),
});
const listBets = route({
  method: "GET",
  path: "/bets",
  module: "test",
  caller: "player",
  moves: "nothing",
  summary: "",
  query: z.object({ cursor: z.optional(z.string()) }),
  output: z.object({ data: z.object({ bets: z.array(z.string()), next_cursor: z.nullable(z.string()) }) }),
});
const first = { bets: ["one"], next_cursor: "1" };

function Vault() {
  const { data } = useQuery(getVault, {});
  return <b>{data ? data.sum : "–"}</b>;
}

function Bets() {
  const { pages, more } = usePages(listBets, cursor => ({ query: { cursor } }), { first });
  return (
    <b>
      {pages?.flatMap(({ bets }) => bets).join()}
      {more && "; more"}
    </b>
  );
}

test("a part that hydrates after others have read the same begins as the server rendered it", () => {
  const client = {
    api: { call: () => Promise.reject(new Error("no call expected")) },
    player: { key: () => "kate USD", subscribe: () => () => {} },
  } as unknown as Client;
  const cache = routeCacheOf(client);
  const page = () =>
    renderToString(
      <ClientContext value={client}>
        <Vault />
        <Bets />
      </ClientContext>,
    );
  const rendered = page();
  expect(rendered).toContain("<b>–</b>");
  expect(rendered).toContain("one");
  expect(rendered).toContain("; more");
  // Hydration renders from the same snapshots of external stores as the server.
  cache.set(getVault, {}, { sum: "5000" });
  const both = { pages: [first, { bets: ["two"], next_cursor: null }], pageParams: [undefined, "1"] };
  cache.queries.setQueryData([...cache.keyOf(listBets, { query: { cursor: undefined } }), "pages"], both);
  expect(page()).toBe(rendered);
});
