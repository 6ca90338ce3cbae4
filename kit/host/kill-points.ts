import type { Failpoints } from "./host.ts";

/**
 * Failpoints at which a process ends as if its power were cut: `spec` is names with counts, "wallet.place.formed:3,...", and at
 * that hit of the name `die` is called. For processes that tests kill; production never reads it.
 */
export function killPoints(spec: string, die: (name: string) => void): Failpoints {
  const left = new Map<string, number>();
  for (const entry of spec.split(",").filter(Boolean)) {
    const [name = "", count = "1"] = entry.split(":");
    left.set(name, Number(count));
  }
  return {
    hit(name) {
      const count = left.get(name);
      if (count === undefined) return;
      left.set(name, count - 1);
      if (count === 1) die(name);
    },
  };
}
