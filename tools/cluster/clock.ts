import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** libfaketime, which shifts the wall clock of one process while it runs (Debian package libfaketime). Its monotonic clock stays. */
export interface ShiftableClock {
  readonly environment: Readonly<Record<string, string>>;
  shift(seconds: number): void;
}

const places = ["x86_64-linux-gnu", "aarch64-linux-gnu"].map(name => `/usr/lib/${name}/faketime/libfaketime.so.1`);

/** Undefined where it is not installed. */
export function shiftableClock(folder: string): ShiftableClock | undefined {
  const library = places.find(existsSync);
  if (!library) return undefined;
  const file = join(folder, "clock");
  const shift = (seconds: number) => writeFileSync(file, `${seconds < 0 ? "" : "+"}${seconds}\n`);
  shift(0);
  return {
    environment: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      FAKETIME_CACHE_DURATION: "1",
    },
    shift,
  };
}
