import { schemaOf } from "#kit/http/openapi.ts";
import { signRequest } from "#kit/http/signed-messages.ts";
import {
  type ProviderCall,
  providerBase,
  providerCalls,
  walletBase,
  walletBodies,
  walletSummaries,
} from "#modules/providers/shared/protocol.ts";
import { providerSamples, walletSamples } from "#modules/providers/shared/samples.ts";
import { okFields, refusalsOf, statusNotes, type WalletCallName } from "#modules/providers/shared/wallet-calls.ts";

type Shape = (schema: Readonly<Record<string, unknown>>) => string;
type Table = (head: readonly string[], rows: readonly (readonly string[])[]) => string;

const sampleKey = { id: "k_example", secret: "b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611184" };
const sampleMs = 1_800_000_000_000;

/** docs/provider-api.md: everything a provider needs. */
export function providerPage(shape: Shape, table: Table): string[] {
  return [
    introduction,
    signing,
    `## Statuses\n\n${table(
      ["status", "meaning"],
      Object.entries(statusNotes).map(([status, note]) => [`\`${status}\``, note]),
    )}`,
    connecting,
    frame,
    "## Provider to casino",
    `\`POST ${walletBase}/...\` on the casino's API host. Every body is an object without other keys than these, at most 16 KiB.`,
    ...(Object.keys(walletBodies) as WalletCallName[]).map(name => walletSection(name, shape)),
    "## Casino to provider",
    outgoing,
    ...Object.entries(providerCalls).map(([name, call]) => providerSection(name, call, shape)),
    rules,
    numbers,
  ];
}

const introduction = `The wallet protocol **fwp-1**, between a casino and a company that makes games (the provider). The casino holds the players' money; the provider asks it for each stake
and reports each win. Everything here is printed from the contracts that the casino checks; a provider written from this page alone can be connected in the back office.

- JSON in UTF-8 over HTTPS. Amounts are **strings** in major units: stakes with at most two decimals, wins with at most six. Never numbers, signs or exponents. Times are ISO 8601, UTC.
- Ids are UUIDs in lower case. \`tx\` is made by the provider, one per intent; \`round\` too. Every call names its \`player\`.
- The same \`tx\` with the same body bytes gets the same response bytes, at any time. With another body: \`tx_conflict\`, and nothing moves.
- HTTP 200 with a right signature is a decision; its \`status\` says which. **Everything else decides nothing**: 400 \`malformed\`, 401 \`bad_signature\`, 413, 429 and 503 with \`Retry-After\`, any 5xx, a timeout, a response whose
  signature is missing or wrong. The outcome of the call is then unknown.`;

const signing = `## Signature

Requests and responses of both directions carry three headers. A key is an id and a secret; the casino's operator makes it and shows the secret once. Two keys may be valid at a time. The HMAC key is the secret as text.

| header | value |
| --- | --- |
| \`x-key-id\` | the key's id |
| \`x-timestamp\` | Unix seconds; at most 300 s from the receiver's clock |
| \`x-signature\` | hex HMAC-SHA256 of \`{key id}.{timestamp}.{METHOD}.{path and query}.{body}\`; of a response, of \`{key id}.{timestamp}.{status}.{request's x-signature}.{body}\` |

The path is signed as it stands in the request line, the body as bytes. A response is signed with the key of its request. The samples below run in a shell with \`openssl\` and \`curl\`:

\`\`\`sh
CASINO=https://api.casino.example KEY_ID=${sampleKey.id} SECRET=${sampleKey.secret}
call() { # call METHOD PATH BODY
  local at=\${AT:-$(date +%s)} sig
  sig=$(printf '%s' "$KEY_ID.$at.$1.$2.$3" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d' ' -f1)
  curl -si -X "$1" "$CASINO$2" -H 'content-type: application/json' -H "x-key-id: $KEY_ID" -H "x-timestamp: $at" -H "x-signature: $sig" --data-binary "$3"
}
\`\`\`

With \`AT=${sampleMs / 1000}\` each sample has the signature printed below it: compare yours.`;

const outgoing = `Under the provider's base address. The provider checks the signature as the casino does, and signs its response. The casino waits five seconds, follows no redirects and reads at most a million characters. Anything
but a signed 200 as described here is no response: a player reads that the game cannot be opened right now, and whatever the casino has to announce or to ask is sent again, so every call may arrive more than once.

| when | calls |
| --- | --- |
| an operator updates or imports the games, or opens the page of the provider | \`games\`, \`maths-log\`, \`chat\` |
| a player looks at live tables | \`tables\` |
| a player opens a game | \`seeds\`, then \`seeds/client\` if they have no client seed yet, then \`launch\`; of a demo \`launch\` alone |
| a round has ended, or is open for ten minutes | \`rounds/{round}\`: its record is kept by the casino |
| a player rotates their seeds | \`seeds/rotate\` |
| a grant begins, and every hour until it ends; it is cancelled | \`free-rounds\`; \`free-rounds/{grant}/cancel\` |
| every hour | \`statement\` |`;

const rules = `## Rules

1. The stake is taken before the outcome exists: send \`bet\`, draw, then send \`win\` (0 included). Once the bet of a slot is \`ok\`, its round is finished and never rolled back. \`bet-win\` is judged as a bet.
2. \`win\` and \`rollback\` are taken at any time: no session, token age, exclusion, limit, disabled game or maintenance stops them.
3. A \`bet\` whose outcome is unknown after 3 s is rolled back at once; the rollback is repeated after 0.5, 1, 2, 5, 10 and 30 s, then every minute, until it is answered. An unknown \`win\` is repeated on the same schedule until \`ok\`.
4. A rollback that comes before its bet is \`ok\`; the bet then gets \`rolled_back\`. It returns exactly \`used\`. After a win: \`already_won\`. Of a free bet it gives the round back to the grant, unless that is cancelled or over.
5. A repeat of a known \`tx\` is answered before any other check.
6. A player has one open round of a slot. A round may have several bets (double, split, side) and several wins; \`close\` ends it.
7. The largest win times \`base\` must fit the casino's cap when the bet is taken. Wins of a round above what its bets may win, pots aside, are \`over_cap\`.

**Answer.** A game with seeds names its \`nonce\` in the bet. The casino takes each nonce once, rising, in the statement that takes the stake; \`answer\` is then part of the draw. A refused bet carries no answer and frees its
nonce. A rolled-back bet burns it.

**Rounds that stay open.** After 10 minutes the casino asks \`rounds/{round}\`, after 24 hours (at once for an excluded player) it calls \`finish\`; the win arrives by the wallet. After 72 hours without a response two operators decide.

**Statement.** Every bet, win and rollback that the provider has sent is one line, with the state that it has now, in the order of \`at\` and then \`tx\`. \`at\` is when the line came into that state: a bet that is rolled back moves to the moment
of its rollback. \`from\` is included and \`to\` is not; \`next\` is a text of the provider's own, which comes back as \`cursor\` with the same \`from\` and \`to\`, and null on the last page. The \`amount\` of a rollback is "0" and its \`ref\` the bet;
of a bet-win \`amount\` is the stake and \`win\` the payout; of a win \`jackpot\` names the pot, whose sum is not part of \`amount\`. \`refused\` is what the casino declined, \`pending\` what has no response yet. The casino compares
what is older than a quarter of an hour and asks again around each difference until both sides agree, so old lines have to stay available.

**Free rounds.** The casino announces a grant; a \`free\` bet has amount "0", \`base\` the grant's stake and names \`free_grant\`. The casino counts.

**Pots.** A bet names its contribution by the shares of the manifest and no others; a win that hits names the pot, and the casino answers the sum it paid.`;

const connecting = `## Connecting

1. An operator of the casino adds the provider under Providers in the back office: its name, the base address of its API (\`https://provider.example/fwp\`, to which \`/provider/v1/...\` is added) and the
   origin of its frames (\`https://games.provider.example\`), which may be neither a host name of the casino nor below one. Local addresses over \`http\` work for development.
2. They make a key, hand over its id and secret, and switch the provider on.
3. They press "Update games": the casino calls \`games\`. A response that is not as described here is refused with the place that is wrong.
4. They import the provider's games into the catalogue and list those that players are to see.

Providers without seeds answer \`seeds\` and its calls with \`game_disabled\`, and have \`maths\` and \`verifier\` null: their rounds are stated, not proven. Without live tables \`tables\` and \`chat\` are answered with empty lists.

| field | grammar |
| --- | --- |
| \`game\` | the game's name in paths, lower-case words and digits joined by single hyphens, at most 80 characters; it never changes |
| \`launch\`, \`session\` | opaque, 16 to 120 of \`A-Za-z0-9_-\` |
| \`rtp\`, \`hit_rate\` | percent: \`"96.20"\` |
| \`max_win\`, \`buy\` | multiples of \`base\`: a round never pays more than \`max_win\` times it, pots aside |
| \`pot_share\`, \`reserve_share\` | parts of the stake: \`"0.008"\` |
| \`stakes\` | by currency, rising, every stake that a slot offers; of a table the smallest and the largest |
| \`volatility\` | 1 to 5 |
| \`tags\` | names such as \`lines\`, \`ways\`, \`cascades\`, \`hold-and-win\`, \`buy\`, \`jackpot\`; of tables \`cards\`, \`dice\`, \`roulette\`, \`wheel\` |
| \`art\` | paths under the base address: SVG, WebP, PNG or AVIF of at most 300 KiB, read without signature |
| \`profile\` | what the player's region allows: least time between rounds, autoplay, turbo, stopping the reels, buying, doubling; the provider keeps to it, and the casino refuses what does not |`;

const frame = `## The frame

A game runs in \`<iframe sandbox="allow-scripts allow-same-origin" allow="autoplay; fullscreen" referrerpolicy="no-referrer">\` on a page of the casino, at the \`url\` that \`launch\` answered, which must be under the frame
origin. In play its fragment carries the launch token (\`#launch=...\`): the game removes it from the address before it loads anything, and its server turns it into a session by \`authenticate\`. A demo has no player, no token and makes no
wallet call. The frame uses neither cookies nor storage, and allows itself to be framed by \`parent_origin\` only.

Once it runs, the frame posts \`{fwp: 1, hello: "<game>"}\` to its parent. The page answers once, with \`{fwp: 1}\` and a \`MessagePort\`; from then on both sides use only the port, at most 60 messages a second. A message is an object
of exactly these keys; others are dropped. None moves money.

| frame to page | meaning |
| --- | --- |
| \`{type: "loading", percent}\`, \`{type: "ready"}\` | 0 to 100; the page shows the game once it is ready |
| \`{type: "round", state: "started" or "ended", round?}\` | between them the page opens nothing over the frame |
| \`{type: "balance-changed"}\` | a hint: the page asks its own wallet |
| \`{type: "open", what: "deposit", "limits", "history" or "verify", round?}\` | the page opens it |
| \`{type: "fullscreen"}\`, \`{type: "close"}\` | |
| \`{type: "error", code, round?}\` | \`code\` is \`[a-z][a-z0-9_]*\` of at most 40 characters |

| page to frame | meaning |
| --- | --- |
| \`{type: "pause", reason: "reality-check", "deposit" or "hidden"}\`, \`{type: "resume"}\` | no round starts in between |
| \`{type: "sound", on}\`, \`{type: "reduced-motion", on}\` | |
| \`{type: "language", language: "en", "ru" or "kk"}\` | |
| \`{type: "pot", amount}\` | what the jackpot holds, to be shown |
| \`{type: "session-ended"}\` | the player has logged out or opened the game elsewhere |`;

const numbers = `## Rates

2,000 calls a second of one provider, then 429; 5 rounds a second of one player. Calls with an unknown key, a clock that is off or a false signature get 401 and are counted. Where the casino has registered addresses for the
provider, calls from others get 401 too.`;

function walletSection(name: WalletCallName, shape: Shape): string {
  const { body, ok } = walletSamples[name];
  return [
    `### POST ${walletBase}/${name}`,
    `${walletSummaries[name]}.`,
    [
      `- body: ${shape(schemaOf(walletBodies[name], "input"))}`,
      `- \`ok\`: ${shape(schemaOf(okFields[name], "output"))}`,
      `- refusals, each with \`balance\` where it is known: ${refusalsOf[name].map(each => `\`${each}\``).join(", ")}`,
    ].join("\n"),
    sample("POST", `${walletBase}/${name}`, body),
    response(ok),
  ].join("\n\n");
}

function providerSection(name: string, call: ProviderCall, shape: Shape): string {
  const { body, ok } = providerSamples[name as keyof typeof providerSamples] as { body?: object; ok: object };
  const path = samplePath(call);
  return [
    `### ${call.method} ${providerBase}/${name}${call.query ? `?${call.query.replaceAll(", ", "&")}` : ""}`,
    `${call.summary}.`,
    [
      call.body && `- body: ${shape(schemaOf(call.body, "input"))}`,
      `- response: ${shape(schemaOf(call.reply, "output"))}`,
    ]
      .filter(Boolean)
      .join("\n"),
    sample(call.method, path, body),
    response(ok),
  ].join("\n\n");
}

function samplePath({ path, query }: ProviderCall): string {
  const { round, player, game } = walletSamples.bet.body;
  const values: Record<string, string> = {
    player,
    game,
    from: "2026-11-23T08:00:00.000Z",
    to: "2026-11-23T09:00:00.000Z",
  };
  const named = (query ?? "").split(", ").filter(each => each !== "" && !each.endsWith("?"));
  const text = named.map(each => `${each}=${values[each]}`).join("&");
  const literal = path
    .replace(":round", round)
    .replace(":grant", providerSamples["free-rounds"].body.grant)
    .replace(":message", providerSamples.chat.ok.messages[0]?.message ?? "");
  return `${providerBase}${literal}${text && `?${text}`}`;
}

function sample(method: string, path: string, body: object | undefined): string {
  const text = body === undefined ? "" : JSON.stringify(body);
  const { "x-signature": signature } = signRequest(sampleKey, { method, path, body: text }, sampleMs);
  return `\`\`\`sh\ncall ${method} '${path}' '${text}'\n# x-signature: ${signature}\n\`\`\``;
}

function response(ok: object): string {
  return `\`\`\`json\n${JSON.stringify(ok)}\n\`\`\``;
}
