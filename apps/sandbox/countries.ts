import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { networks } from "#kit/http/address.ts";
import { type Html, html } from "./html.ts";

/** A geolocation provider that overrides the registries: a list that the server reads every few seconds. */
export interface Countries {
  readonly list: ReadonlyMap<string, string | null>;
  /** `country` null: unknown. Throws an Error for an invalid network or country. */
  set(network: string, country: string | null): void;
  remove(network: string): void;
}

export function createCountries(): Countries {
  const list = new Map<string, string | null>();
  return {
    list,
    set(network, country) {
      networks([network]);
      if (country !== null && !/^[A-Z]{2}$/.test(country)) throw new Error("a country is two letters, such as KZ");
      list.set(network, country);
    },
    remove: network => void list.delete(network),
  };
}

/**
 * `GET /geo/countries` for the server; `POST /geo/countries` with `{network, country}` (JSON or a form; an empty country is an
 * unknown one, `remove` deletes the network) to try another country.
 */
export function mountCountries(app: FastifyInstance, countries: Countries): void {
  const all = () => ({ countries: [...countries.list].map(([network, country]) => ({ network, country })) });
  app.get("/geo/countries", all);
  app.post("/geo/countries", (request, reply) => {
    const { network = "", country, remove } = fieldsOf(request.body);
    try {
      if (remove !== undefined) countries.remove(network);
      else countries.set(network, country ? country.toUpperCase() : null);
    } catch (error) {
      return reply.code(422).send({ error: (error as Error).message });
    }
    return isForm(request) ? reply.redirect("/", 303) : reply.send(all());
  });
}

const isForm = (request: FastifyRequest) =>
  /^application\/x-www-form-urlencoded/.test(request.headers["content-type"] ?? "");

function fieldsOf(body: unknown): Partial<Record<string, string>> {
  const text = body instanceof Uint8Array ? Buffer.from(body).toString() : "";
  if (!text.startsWith("{")) return Object.fromEntries(new URLSearchParams(text));
  const given = JSON.parse(text) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** The countries' section of the sandbox's home page. */
export function countriesCard({ list }: Countries): Html {
  return html`<h2>Countries by IP address</h2>
    <p class="dim">Fairhouse reads this list before its own database. Give your own address (127.0.0.1) a country to visit from there: US, GB, FR and NL are blocked in the demo.</p>
    ${[...list].map(
      ([network, country]) =>
        html`<div class="card"><div class="head"><b>${network}</b><span>${country ?? "unknown"}</span></div>
          <form method="post" action="/geo/countries"><input type="hidden" name="network" value="${network}"><button name="remove" value="1">Remove</button></form></div>`,
    )}
    <form method="post" action="/geo/countries" class="row"><input name="network" value="127.0.0.1" aria-label="Address or network" required>
      <input class="short" name="country" placeholder="US" maxlength="2" aria-label="Country, empty for unknown"><button>Set country</button></form>`;
}

/** External pages that the site links to: its channel, and the partner site. */
export function mountOtherSites(
  app: FastifyInstance,
  page: (reply: FastifyReply, title: string, body: Html) => FastifyReply,
) {
  app.get("/channel", (_request, reply) =>
    page(reply, "Channel", html`<h1>Channel</h1><p>In production, this link opens the Telegram channel.</p>`),
  );
  app.get("/partners", (_request, reply) =>
    page(reply, "Partners", html`<h1>Partners</h1><p>In production, this link opens the partner site.</p>`),
  );
}
