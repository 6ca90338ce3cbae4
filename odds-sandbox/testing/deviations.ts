import type { Result } from "../model/chances.ts";

/** Sum, sum of squares and count of factor minus expected factor. */
class Deviation {
  #sum = 0;
  #squares = 0;
  #count = 0;

  add(value: number): void {
    this.#sum += value;
    this.#squares += value * value;
    this.#count++;
  }

  /** The mean in standard errors; undefined for too few results to have a normal mean. */
  get errors(): number | undefined {
    if (this.#count < 200 || this.#squares < 1e-9) return undefined;
    return this.#sum / Math.sqrt(this.#squares);
  }
}

export function factorOf(result: Result, odds: number): number {
  return { win: odds, half_win: (1 + odds) / 2, refund: 1, half_lose: 0.5, lose: 0 }[result];
}

/** What prices return compared with what they are expected to return, by name. */
export class Deviations {
  readonly #found = new Map<string, Deviation>();

  add(name: string, value: number): void {
    const deviation = this.#found.get(name) ?? new Deviation();
    this.#found.set(name, deviation);
    deviation.add(value);
  }

  get size(): number {
    return this.#found.size;
  }

  /** Names of the deviations further than four standard errors from zero. */
  get worst(): readonly string[] {
    return [...this.#found].flatMap(([name, { errors }]) =>
      errors !== undefined && Math.abs(errors) > 4 ? [`${name} ${errors}`] : [],
    );
  }
}
