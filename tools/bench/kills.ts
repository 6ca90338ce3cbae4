import type { BenchRow, BenchSuite } from "../bench.ts";
import { runKills } from "../kills/run.ts";

/** `npm run bench -- kills --only=wallet,payments --times=10 --seconds=280` */
export const benchKills: BenchSuite = async ({ seconds }) => {
  const option = (name: string) => process.argv.find(argument => argument.startsWith(`--${name}=`))?.split("=")[1];
  const only = option("only")?.split(",");
  const report = await runKills({
    times: Number(option("times") ?? 10),
    seconds: Math.max(seconds, 20),
    ...(only && { only }),
  });
  for (const violation of report.violations) console.log(violation);
  const rows: BenchRow[] = [...report.hits].map(([failpoint, kills]) => ({ failpoint, kills }));
  const { kills, calls, unheard, payments, violations, holdsGoneAfter } = report;
  const gone = holdsGoneAfter === undefined ? "never" : Math.round(holdsGoneAfter) / 1000;
  return [
    ...rows,
    { failpoint: "all", kills, calls, unheard, payments, violations: violations.length, "holds zero after s": gone },
  ];
};
