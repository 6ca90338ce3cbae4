import * as z from "zod/mini";

const named = z.object({ id: z.string(), name: z.string() });
const player = z.object({ id: z.string(), name: z.string() });
const schema = z.object({
  category: named,
  tournament: named,
  simulated: z.catch(z.optional(z.boolean()), undefined),
  pace: z.catch(z.number(), 1),
  section: z.catch(z.optional(z.int()), undefined),
  competitors: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      short: z.catch(z.optional(z.string()), undefined),
      players: z.catch(z.array(player), []),
    }),
  ),
});

export type FixtureNames = z.infer<typeof schema>;

/** What pages show of a fixture; undefined for one without names. */
export function fixtureNames(fixture: unknown): FixtureNames | undefined {
  const read = schema.safeParse(fixture);
  return read.success ? read.data : undefined;
}
