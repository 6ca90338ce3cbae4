import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";

/** The modules that store personal data. */
type Knowing = ServerModule & Required<Pick<ServerModule, "personalData">>;

/** What is known of a player, by module. */
export type KnownData = Record<string, Json>;

export const knowing = (modules: readonly ServerModule[]): readonly Knowing[] =>
  modules.filter((module): module is Knowing => module.personalData !== undefined);

/** Collects the data of one module after the other. `step`: after each of them, with how many there are until now. */
export async function collectData(
  { clock }: Pick<Host, "clock">,
  modules: readonly ServerModule[],
  player: PlayerId,
  step: (done: number) => Promise<void> = async () => undefined,
): Promise<KnownData> {
  const known: KnownData = { made_at: new Date(clock.now()).toISOString(), player };
  for (const [index, module] of knowing(modules).entries()) {
    known[module.manifest.name] = await module.personalData(player);
    await step(index + 1);
  }
  return known;
}
