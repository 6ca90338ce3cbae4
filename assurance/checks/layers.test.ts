import { beforeAll, describe, expect, test } from "vitest";
import type { Manifest } from "#kit/contract/manifest.ts";
import { brokenLayers, type Manifests } from "./layers.ts";
import { foreignTables, impurities } from "./purity.ts";
import { readManifests, readSources, type Source } from "./source.ts";

describe("the product", () => {
  let sources: readonly Source[];
  let manifests: Manifests;

  beforeAll(async () => {
    sources = readSources();
    manifests = await readManifests();
  });

  test("keeps its layers", () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.flatMap(source => brokenLayers(source, manifests))).toEqual([]);
  });

  test("takes time, chance and output from its host", { tags: ["known-failure/7/all"] }, () => {
    expect(sources.flatMap(impurities)).toEqual([]);
  });

  test("leaves every table to its owner", () => {
    expect(sources.flatMap(source => foreignTables(source, manifests))).toEqual([]);
  });

  test("names only modules that exist and are below", () => {
    const byName = new Map([...manifests.values()].map(manifest => [manifest.name, manifest]));
    const wrong = [...manifests.values()].flatMap(({ name, tier, needs }) =>
      needs
        .filter(need => (byName.get(need)?.tier ?? 10) >= tier)
        .map(need => `${name} (tier ${tier}) needs ${need} (tier ${byName.get(need)?.tier ?? "none"})`),
    );
    expect(wrong).toEqual([]);
  });
});

const example = (name: string, tier: Manifest["tier"], needs: readonly string[] = [], folder = name): Manifest => ({
  name,
  tier,
  needs,
  folder,
});
const examples: Manifests = new Map(
  [
    { ...example("ledger", 1), office: ["wallet"] },
    example("wallet", 4, ["ledger"]),
    example("dice", 6, ["wallet"], "games/dice"),
  ].map(manifest => [manifest.folder, manifest]),
);

test.each([
  ["kit/std/x.ts", "#modules/wallet/shared/a.ts", "kit imports no module"],
  ["modules/wallet/server/x.ts", "#apps/server/modules.ts", "nothing imports an app"],
  ["modules/wallet/server/x.ts", "#modules/ledger/server/store.ts", "imported by its entry points only"],
  ["modules/wallet/server/x.ts", "../../ledger/server/index.ts", "never with ../"],
  ["modules/ledger/server/x.ts", "#modules/wallet/server/index.ts", "ledger does not name wallet"],
  [
    "odds-sandbox/server/x.ts",
    "#modules/odds/shared/a.ts",
    "the odds provider is a separate program: it imports only kit",
  ],
  ["modules/wallet/server/x.ts", "#odds-sandbox/shared/protocol.ts", "its code is not imported"],
  ["odds-sandbox/model/x.ts", "#odds-sandbox/server/provider.ts", "shared code imports shared code"],
  ["modules/games/dice/server/x.ts", "#modules/ledger/shared/a.ts", "dice does not name ledger"],
  ["modules/wallet/shared/x.ts", "#kit/db/db.ts", "shared code imports shared code"],
  ["modules/wallet/shared/x.ts", "../server/store.ts", "shared code imports shared code"],
  ["modules/wallet/shared/x.ts", "node:fs", "shared code takes no package"],
  ["modules/wallet/web/x.tsx", "../server/store.ts", "pages never import server code"],
  ["modules/wallet/server/x.ts", "../web/page.tsx", "servers never import pages"],
  ["modules/wallet/server/x.ts", "../testing/model.ts", "product code imports nothing from testing/"],
  ["apps/server/main.ts", "#kit/testing/test-host.ts", "product code imports nothing from testing/"],
  ["modules/games/index.ts", "#modules/wallet/server/index.ts", "shared code imports shared code"],
  ["modules/games/printed/server.ts", "#modules/wallet/server/index.ts", "imports registrations of games"],
  ["modules/games/printed/web.ts", "../dice/server/index.ts", "pages never import server code"],
  ["modules/wallet/web/x.tsx", "#modules/games/index.ts", "only apps read the list of games"],
  ["modules/wallet/server/x.ts", "#modules/games/printed/server.ts", "only apps read the list of games"],
  ["modules/wallet/server/x.ts", "vitest", "product code imports no test library"],
  ["modules/wallet/office/page.tsx", "./handlers.ts", "pages never import server code"],
  ["modules/wallet/office/handlers.ts", "./page.tsx", "servers never import pages"],
  ["modules/wallet/office/contract.ts", "../server/store.ts", "shared code imports shared code"],
  ["modules/games/dice/web/x.ts", "#modules/wallet/office/page.tsx", "only the back office imports the office part"],
  ["modules/ledger/office/page.tsx", "#modules/games/dice/shared/a.ts", "ledger does not name dice"],
  ["modules/wallet/server/x.ts", "#studio/engine/shared/spin.ts", "its code is not imported"],
  ["kit/std/x.ts", "#studio/engine/shared/spin.ts", "its code is not imported"],
  ["apps/server/x.ts", "#studio/slots/registry.ts", "its code is not imported"],
  ["studio/rgs/x.ts", "#modules/wallet/shared/a.ts", "the studio is a separate company"],
  ["studio/rgs/x.ts", "#apps/server/house.ts", "nothing imports an app"],
  ["studio/engine/shared/x.ts", "node:fs", "shared code takes no package"],
  ["studio/slots/loom/game.ts", "../../rgs/store.ts", "shared code imports shared code"],
  ["studio/frame/shared/x.ts", "#studio/rgs/server/spin.ts", "shared code imports shared code"],
  ["studio/frame/web/x.ts", "#studio/rgs/server/spin.ts", "pages never import server code"],
  ["studio/rgs/server/x.ts", "#studio/frame/web/stage.ts", "servers never import pages"],
  ["studio/rgs/server/x.ts", "#studio/testing/casino-double.ts", "product code imports nothing from testing/"],
])("%s may not import %s", (path, specifier, rule) => {
  for (const text of [
    `import { a } from "${specifier}";`,
    `import type { A } from "${specifier}";`,
    `export { a } from "${specifier}";`,
    `const a = await import("${specifier}");`,
  ]) {
    expect(brokenLayers({ path, text }, examples).join()).toContain(rule);
  }
});

test.each([
  ["modules/wallet/server/x.ts", "#modules/ledger/server/index.ts"],
  ["modules/wallet/shared/x.ts", "#kit/money/amount.ts"],
  ["modules/games/dice/web/x.tsx", "#modules/wallet/web/index.ts"],
  ["apps/server/x.ts", "#modules/ledger/server/index.ts"],
  ["modules/ledger/office/page.tsx", "#modules/wallet/shared/a.ts"],
  ["modules/wallet/server/x.test.ts", "../testing/model.ts"],
  ["modules/games/index.ts", "./dice/game.ts"],
  ["modules/games/printed/server.ts", "../dice/server/index.ts"],
  ["modules/games/dice/game.ts", "#modules/games/game.ts"],
  ["modules/wallet/web/x.tsx", "#modules/games/printed/menu.ts"],
  ["apps/site/x.tsx", "#modules/games/index.ts"],
  ["studio/engine/shared/x.ts", "#kit/fair/draw.ts"],
  ["studio/rgs/x.ts", "#kit/db/db.ts"],
  ["studio/rgs/x.ts", "#studio/slots/registry.ts"],
  ["apps/studio/main.ts", "#studio/rgs/index.ts"],
])("%s may import %s", (path, specifier) => {
  expect(brokenLayers({ path, text: `import { a } from "${specifier}";` }, examples)).toEqual([]);
});

test.each(["Date.now()", "new Date()", "Math.random()", "setTimeout(a, 1)", "parseFloat(a)", 'console.log("a")'])(
  "server code may not use %s",
  use => {
    expect(impurities({ path: "modules/wallet/server/x.ts", text: `const x = () => ${use};` })).toHaveLength(1);
    expect(impurities({ path: "kit/host/system.ts", text: `const x = () => ${use};` })).toEqual([]);
    expect(impurities({ path: "modules/wallet/server/x.ts", text: `// ${use}\nconst x = new Date(0);` })).toEqual([]);
  },
);

test("SQL stays with the owner of the table", () => {
  const path = "modules/wallet/server/store.ts";
  expect(foreignTables({ path, text: "`SELECT 1 FROM ledger.transfers`" }, examples)).toHaveLength(1);
  expect(foreignTables({ path, text: "`SELECT 1 FROM wallet.bets`" }, examples)).toEqual([]);
});
