import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Stories that take longest, longest first: beside them the short ones find room, and nobody waits for one at the end. */
const long = ["policy", "crash", "app", "ways-in", "roulette", "mirrors", "killed"];

/** The usual order, but the long stories of the browser before all others. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = long.findIndex(name => moduleId.endsWith(`/e2e/${name}.e2e.test.ts`));
      return found < 0 ? long.length : found;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}
