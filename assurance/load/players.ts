import { createModules } from "#apps/server/modules.ts";
import { systemHost } from "#apps/server/system-host.ts";
import { readConfig } from "#kit/host/config.ts";
import { micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { createSessions } from "#modules/accounts/server/sessions.ts";
import { insertPlayer } from "#modules/accounts/server/store.ts";
import type { Fairness } from "#modules/fairness/server/index.ts";
import { writeClientSeed } from "#modules/fairness/server/seed-store.ts";
import { account } from "#modules/ledger/shared/chart.ts";
import type { BenchApp } from "./bench-app.ts";

export interface BenchPlayer {
  readonly player: PlayerId;
  /** A valid access token. */
  readonly token: string;
}

/** On a busy machine a thousand at once wait longer for a connection than they may. */
const openedAtOnce = 64;
/** Each player comes from an address of their own: those who share one are compared with each other. */
const visitOf = (number: number) => ({
  hostname: "fairhouse.localhost",
  ip: `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
  userAgent: "bench",
});

/**
 * Registers players, each with a session, seeds and a million of each currency; without passwords, whose hashing would take minutes.
 * The money is booked as promotion: a deposit without a payment would unbalance the books.
 */
export async function openPlayers(
  { environment }: Pick<BenchApp, "environment">,
  count: number,
  currencies: readonly Currency[] = ["USD"],
): Promise<BenchPlayer[]> {
  const { host, close } = systemHost(readConfig(environment));
  try {
    const { all: modules, wallet } = createModules(host);
    const { seeds } = required(
      modules.find(module => module.manifest.name === "fairness"),
      "the fairness module exists",
    ) as Fairness;
    const sessions = createSessions(host);
    const open = (number: number) =>
      host.db.tx(async tx => {
        const player = host.ids.next() as string as PlayerId;
        const [name, email] = [`bench-${player}`, `${player}@bench.example`];
        await insertPlayer(tx, {
          id: player,
          publicId: host.random.bytes(16),
          name,
          contact: { kind: "email", address: email, key: email },
          test: true,
          currency: "USD",
          locale: "en",
          timezone: null,
          now: new Date(host.clock.now()),
        });
        await seeds.open(tx, player);
        await writeClientSeed(tx, player, "bench");
        for (const currency of currencies) {
          await wallet.open(tx, player, currency);
          const prize = { owner: player, currency, amount: micros(10n ** 12n), kind: "prize" } as const;
          await wallet.credit(tx, { ...prize, reference: host.ids.next(), from: account("promotions") });
        }
        return { player, token: (await sessions.open(tx, player, visitOf(number))).token };
      });
    const opened: BenchPlayer[] = [];
    while (opened.length < count) {
      const group = Math.min(openedAtOnce, count - opened.length);
      opened.push(...(await Promise.all(Array.from({ length: group }, (_, index) => open(opened.length + index)))));
    }
    return opened;
  } finally {
    await close();
  }
}
