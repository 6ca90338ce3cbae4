import { createDb } from "#kit/db/create-db.ts";
import { killPoints } from "#kit/host/kill-points.ts";
import { createSecretSeal } from "#kit/host/secret-seal.ts";
import { systemClock, systemRandom, uuidIds } from "#kit/host/system.ts";
import { createLog } from "#kit/log/create-log.ts";
import { createStudio } from "#studio/rgs/server/create-studio.ts";
import { testGames } from "./test-studio-games.ts";
import { testBeacon, testBlackjackParts, testTableParts } from "./test-tables.ts";
import "#kit/testing/keep-compiled.ts";

/** The studio in a process that ends with SIGKILL at a failpoint: DATABASE, PORT and KILL_AT come from the test. With BEACON "salt only" every round is void. TABLES "blackjack" opens that table. */
const config = { SECRET_KEY: "5".repeat(64) } as Parameters<typeof createSecretSeal>[0]["config"];
const tableBeacon = testBeacon();
const { round } = tableBeacon;
if (process.env.BEACON === "salt only")
  tableBeacon.round = async number => {
    const value = await round(number);
    tableBeacon.silent = true;
    return value;
  };

const studio = await createStudio(
  {
    clock: systemClock,
    random: systemRandom,
    ids: uuidIds(systemClock, systemRandom),
    db: createDb(process.env.DATABASE ?? ""),
    log: createLog({ level: "warn" }),
    seal: createSecretSeal({ config, random: systemRandom }, "studio"),
    failpoints: killPoints(process.env.KILL_AT ?? "", () => process.kill(process.pid, "SIGKILL")),
    publicUrl: "http://studio.localhost:3200",
    signingSeed: new Uint8Array(32),
  },
  {
    games: testGames,
    spinsPerSecond: 1_000,
    ...(process.env.TABLES === "1" && { tables: testTableParts(tableBeacon, { beaconWaitMs: 500 }) }),
    ...(process.env.TABLES === "blackjack" && { tables: testBlackjackParts(tableBeacon) }),
  },
);
await studio.app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
process.send?.("open");
