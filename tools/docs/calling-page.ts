import { commonErrors, moneyErrors, regionErrors } from "#kit/contract/errors.ts";
import { closeCodes, helloWithinMs } from "#kit/contract/socket.ts";
import { bodyLimit } from "#kit/http/api.ts";

const codes = (errors: readonly { readonly code: string }[]) => errors.map(({ code }) => `\`${code}\``).join(", ");

/** What holds for every call and for the socket: a client is written from this and the calls below it. */
export function callingPart(): string {
  return `## How to call

**Where.** The site is \`HOST\`, the API \`api.HOST\`: JSON in UTF-8 over HTTP, and the socket \`/ws\`. Calls of operators (\`/api/office/...\`) are served on \`office.HOST\` only and left out of \`/openapi.json\` on the API host. \`Accept-Language\` (en, ru, kk) chooses
the language of messages. A state-changing request whose \`Origin\` is not the site's gets 403; a program sends no \`Origin\`.

**Who.** Signing in or registering answers a \`token\`, sent as \`Authorization: Bearer {token}\`; it is valid for 15 minutes. The same answer sets the cookie \`__Host-refresh\`: \`POST /auth/refresh-token\` exchanges it for a new token, and its own value changes each time. A former value is accepted
for ten seconds more; later it ends the session (\`session_replayed\`). A session ends after 30 days without use. Where a sign-in needs a code or a second step, it answers 202 with what comes next.
Keep the other cookies too: a mailed or sent code counts only with the \`__Host-browser\` of the request that ordered it. Within \`resend_in\` seconds of a message, the same request answers 202 and sends nothing. A guest's conversation with support is held by \`__Host-support\`, the session of an operator by \`__Host-operator\`, which the second step of their sign-in sets.

**Captcha.** A call that takes \`captcha\` may need one: it answers 422 with \`captcha_required\` for that field, or \`captcha_expired\` for a used or old one. That is a login after three failed ones of its email or phone, the second request for codes of an address or contact, and registrations or messages beyond the usual number. Send the call again with a solution, which counts once:
1. \`GET /api/v1/captcha\`. Of kind \`work\` it has a \`challenge\` with \`parameters\` (hex texts, numbers), valid for ten minutes.
2. For n = 0, 1, 2 ...: the key is PBKDF2-HMAC-SHA256 with the bytes of \`nonce\` and n as four big-endian bytes for a password, the bytes of \`salt\`, \`cost\` rounds and \`keyLength\` bytes. The first key whose hex begins with \`keyPrefix\` solves it.
3. \`captcha\` is the base64 of \`{"challenge": (as it came), "solution": {"counter": n, "derivedKey": (the key in hex)}}\`.

Of kind \`widget\` the solution is what the provider's \`script\` gives under \`site_key\`.

**What is sent.** A body is JSON, as \`Content-Type: application/json\` says. Fields that a call does not declare are ignored; where an object takes no others they are refused as \`unknown\`. A body is at most ${bodyLimit / 1024} KiB unless the call says otherwise; none is the same as \`{}\`.
- **Amounts** are strings in major units without exponent: sent without sign and with at most two decimals, answered with at most six, without trailing zeros; what can be below zero, such as a change or a result, has a leading \`-\`. Only what is hashed is in micro-units (millionths): stakes in the \`entries\` of a proof, and the entries of jackpots.
- **Times** are ISO 8601 with a time zone, answered in UTC. \`from\` is inclusive, \`to\` exclusive.
- **Pages**: \`next_cursor\` of an answer is the \`cursor\` of the next page; null on the last one. Cursors are opaque. \`limit\`, where a call has it, is 1 to 500.
- **\`Idempotency-Key\`**: a UUID, required by calls that move money ([calls.md](calls.md)), one for each intent. The same key and body get the first answer again, however often; with another body, or at another call, \`idempotency_conflict\`. Keys of version 7 also protect bets older than 30 days (\`idempotency_expired\`).

**Order of checks.** Body and its size, rate, token, country and account, fields, key, then the call's own failures in the order that is listed.

**Failures** are \`{message, code, errors?, data?}\`; \`code\` is one of [errors.md](errors.md), which also says what \`data\` holds. Any call can fail with ${codes(commonErrors)}; calls that move money also with ${codes(moneyErrors)}; those that take stakes, take deposits or
open accounts with ${codes(regionErrors)}. After 30 minutes without an action, what takes a stake or moves money fails with \`session_idle\` (423) until a proof or a sign-in. Calls of operators beyond their own session fail with \`step_up_required\` once their address has changed. 429 and 503 carry \`Retry-After\` in seconds. "One address: 60 at once, then 30 a minute" is the rate of one call from one IP address, times \`RATE_LIMIT_FACTOR\` (100 under \`npm start\`). \`errors\` of \`validation_failed\` names each invalid field (\`legs.0.price\`) with its keys: \`required\`, \`unknown\`, \`invalid\`, or one that says more, such as \`amount_invalid\` or \`email_taken\`. Clients that do not know a key treat it as \`invalid\`.

### The socket

One JSON object per text frame, in both directions. To a client whose hello has \`deflate: true\`, a long message that several get may come as a binary frame instead: the same text, compressed by raw deflate (RFC 1951). A session and a guest use the same address; the token is in the first message, never in the address.

| the client sends | and receives |
| --- | --- |
| \`{hello: {token?, locale?, deflate?}}\`, within ${helloWithinMs / 1000} s; again after a refresh | \`{welcome: {time, player?}}\`, the server's clock in milliseconds |
| \`{ping: number}\` | \`{pong: number, time}\` |
| \`{sub: "crash"}\`, with a parameter \`{sub: "odds.event/m:1"}\` | \`{channel, seq, snapshot}\`, then \`{channel, seq?, event, data}\`; refused: \`{channel, error: {message, code}}\` |
| \`{unsub: "crash"}\` | nothing |
| \`{id: 1, call: "POST /api/v1/games/dice/bets", key?, input?}\` | \`{id: 1, status, body, retry_after?}\`: the answer of HTTP, null for 204 |

- \`id\` is a whole number from 0 that the client chooses, \`call\` method and path with its parameters filled in, \`key\` the Idempotency-Key, \`input\` the body. Only calls marked *socket* in [calls.md](calls.md) are served.
- \`seq\` counts the events of a channel: after a gap, subscribe again and go on from the \`seq\` of the new snapshot, which may be lower. Events of a public channel that only one player gets have none.
- Closed with ${closeCodes.misuse}: not one of these messages, or too many; ${closeCodes.tooLarge}: too large; ${closeCodes.restart}: the server restarts; ${closeCodes.slowReader}: the reader is too slow; ${closeCodes.sessionEnded}: the token is not valid or the session has ended; ${closeCodes.noHello}: no hello. Limits: [kit/live](../kit/live/README.md).`;
}
