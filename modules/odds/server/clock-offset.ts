const windowMs = 60_000;
const mostSamples = 2_000;

export interface ClockOffset {
  /** Our clock less the provider's: the median of the last 60 s, in whole milliseconds. */
  readonly ms: number;
  add(arrived: number, sent: number): void;
}

/** The median is not moved by single frames that were late. */
export function createClockOffset(): ClockOffset {
  let samples: { readonly at: number; readonly difference: number }[] = [];
  /** Undefined after a new sample: asked for more often than it changes. */
  let median: number | undefined = 0;
  const medianNow = () => {
    const sorted = samples.map(({ difference }) => difference).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  };
  return {
    get ms() {
      median ??= medianNow();
      return median;
    },
    add(arrived, sent) {
      median = undefined;
      samples.push({ at: arrived, difference: arrived - sent });
      const isOld = (samples[0]?.at ?? arrived) < arrived - windowMs || samples.length > mostSamples;
      if (isOld) samples = samples.filter(({ at }) => at >= arrived - windowMs).slice(-mostSamples);
    },
  };
}
