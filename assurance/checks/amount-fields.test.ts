import { expect, test } from "vitest";
import type * as z from "zod/mini";
import { routeName } from "#kit/contract/route.ts";
import { readDeclared } from "#tools/docs/declared.ts";

/** Every string field of a request that accepts decimals as typed, with its call and its path. */
interface AmountField {
  readonly call: string;
  readonly path: string;
  readonly field: z.ZodMiniType;
}

const { routes } = await readDeclared();
const fields = routes.flatMap(spec =>
  [spec.params, spec.query, spec.body].flatMap(schema => (schema ? amountsIn(schema, routeName(spec), "") : [])),
);

test("the calls that take an amount are found by what their fields accept", () => {
  const names = new Set(fields.map(({ call }) => call));
  for (const known of ["vault/put", "vault/take", "exchange/quotes", "games/dice/bets", "corrections", "payout-rules"])
    expect(
      [...names].some(name => name.includes(known)),
      known,
    ).toBe(true);
  expect(fields.length).toBeGreaterThan(20);
});

test.each(fields)("$call refuses more than the largest amount in `$path`, and takes that amount", ({ field }) => {
  expect(field.safeParse("999999999.99").success).toBe(true);
  for (const text of ["1000000000", "9999999999999", "9999999999999.99", "9".repeat(40)]) {
    const { error } = field.safeParse(text);
    expect(error?.issues.map(({ message }) => message)).toEqual(["amount_too_large"]);
  }
});

function amountsIn(schema: z.ZodMiniType, call: string, path: string): AmountField[] {
  if (isAmount(schema)) return [{ call, path, field: schema }];
  return partsOf(schema).flatMap(([name, part]) => amountsIn(part, call, [path, name].filter(Boolean).join(".")));
}

/** Amounts and nothing like them: targets and multipliers refuse one of these. */
function isAmount(schema: z.ZodMiniType): boolean {
  const takes = (value: unknown) => schema.safeParse(value).success;
  return takes("12.5") && takes("7") && takes("999999") && !takes("twelve") && !takes("1.234");
}

function partsOf(schema: z.ZodMiniType): readonly (readonly [string, z.ZodMiniType])[] {
  const { def } = schema._zod as unknown as { def: Record<string, unknown> };
  const inner = [def.innerType, def.element, def.in].filter(Boolean).map(part => ["", part as z.ZodMiniType] as const);
  const options = ((def.options ?? []) as z.ZodMiniType[]).map(part => ["", part] as const);
  return [...Object.entries((def.shape ?? {}) as Record<string, z.ZodMiniType>), ...inner, ...options];
}
