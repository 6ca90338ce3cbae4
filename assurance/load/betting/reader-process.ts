import { createDb } from "#kit/db/create-db.ts";
import { feedProvider } from "#modules/odds/server/feed-provider.ts";
import { createFeedReader } from "#modules/odds/server/feed-reader.ts";
import { plainHost } from "#modules/wallet/testing/test-plain-host.ts";

/** A process that reads the feed or stands by, until it is killed: `node reader-process.ts <database> <ODDS_URL> <public key>`. */
const [database = "", url = "", publicKey = ""] = process.argv.slice(2);
const host = plainHost(createDb(database, { pool: 8 }));
Object.assign(host.config, { ODDS_PROVIDER: "sandbox", ODDS_URL: url, ODDS_PUBLIC_KEYS: [publicKey] });
const provider = feedProvider(host);
if (!provider) throw new Error("no provider is named");
createFeedReader(host, provider).start();
