import Fastify from "fastify";
import { expect, test } from "vitest";
import { createCountries, mountCountries } from "./countries.ts";

test("an address gets a country, becomes unknown, and is removed; invalid input is refused", async () => {
  const app = Fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  mountCountries(app, createCountries());
  const send = async (payload: string, type = "application/json") =>
    app.inject({ method: "POST", url: "/geo/countries", payload, headers: { "content-type": type } });
  expect((await send('{"network":"127.0.0.1","country":"us"}')).json().countries).toEqual([
    { network: "127.0.0.1", country: "US" },
  ]);
  const form = await send("network=203.0.113.0%2F24&country=", "application/x-www-form-urlencoded");
  expect([form.statusCode, form.headers.location]).toEqual([303, "/"]);
  expect((await app.inject("/geo/countries")).json().countries[1]).toEqual({
    network: "203.0.113.0/24",
    country: null,
  });
  for (const bad of ['{"network":"nowhere","country":"US"}', '{"network":"127.0.0.1","country":"USA"}'])
    expect((await send(bad)).statusCode).toBe(422);
  await send('{"network":"127.0.0.1","remove":"1"}');
  expect((await app.inject("/geo/countries")).json().countries).toHaveLength(1);
});
