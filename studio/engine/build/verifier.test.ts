import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { inProject, slotFolder } from "#studio/engine/par/source.ts";
import type { SpinRecord, VerifyStep } from "#studio/engine/shared/verify.ts";
import { slots } from "#studio/slots/registry.ts";
import type { Vectors } from "#studio/testing/vectors.ts";
import { buildVerifier, type VerifierModule } from "./verifier.ts";

interface Built {
  verify(record: SpinRecord): readonly VerifyStep[];
  verdictOf(steps: readonly VerifyStep[]): string;
}

describe.each(slots.map(game => [game.slug, game] as const))("the verifier of %s", (slug, game) => {
  let built: VerifierModule;
  let module: Built;
  beforeAll(async () => {
    built = await buildVerifier(game);
    module = (await import(`data:text/javascript;base64,${Buffer.from(built.code).toString("base64")}`)) as Built;
  });

  test("is named by its hash and built to the same bytes again", async () => {
    expect(built.maths).toBe(createHash("sha256").update(built.code).digest("hex"));
    expect((await buildVerifier(game)).code).toBe(built.code);
  });
  test("is self-contained: no import, network, storage, clock or path of the machine that built it", () => {
    expect(built.code).not.toMatch(
      /\bimport\b|require\(|\bfetch\b|XMLHttpRequest|localStorage|Date\.now|Math\.random|process\./,
    );
    expect(built.code).not.toContain(inProject(""));
  });
  test("verifies the golden rounds, and finds a payout that was changed", () => {
    const { rounds } = JSON.parse(readFileSync(inProject(`${slotFolder(slug)}/vectors.json`), "utf8")) as Vectors;
    for (const record of rounds) expect(module.verdictOf(module.verify(record))).toBe("matches");
    const changed = rounds.map(record => ({ ...record, payout: "123456.78" }));
    for (const record of changed) expect(module.verdictOf(module.verify(record))).toBe("differs");
  });
});
