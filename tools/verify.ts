import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { checkBets } from "#assurance/second-verifier/bets-verifier.ts";
import { randomMarkets } from "#assurance/second-verifier/random-markets.ts";
import { randomRounds } from "#assurance/second-verifier/random-rounds.ts";
import { randomSlips } from "#assurance/second-verifier/random-slips.ts";
import { checkWithSecondVerifier } from "#assurance/second-verifier/second-verifier.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import type { ProofRecord } from "#modules/fairness/shared/proof.ts";
import { publishedRound } from "#modules/fairness/shared/published.ts";
import { type Verifiers, verifyRecord } from "#modules/fairness/shared/verification.ts";
import { benchVerifier } from "./verify/bench.ts";
import { verifyChain } from "./verify/chain.ts";
import { describe } from "./verify/print.ts";
import { providedIn, saveProvided, showProvided, withModule } from "./verify/provided.ts";
import { rulesFromFile } from "./verify/rules-file.ts";
import { saveSlip, showSlip, slipIn, slipOf } from "./verify/slip.ts";
import { ask, fromText, readRecord, recordFromInputs, Unusable } from "./verify/sources.ts";
import { proofs, verifiers, verifiersUnder } from "./verify/verifiers.ts";

const usage = `Checks results from a terminal.

  npm run verify -- <round id> [--api http://localhost:3001]      a bet or shared round of a running installation
  npm run verify -- record.json                                   a proof record from a file; - reads standard input
  npm run verify -- <bet id>                                      a bet of the sportsbook: receipt, root, odds log, prices, results, payouts
  npm run verify -- <round id> --save round.json                  the same of a slot, kept with the file that settled it
  npm run verify -- --file round.json                             a saved round, without a server
  npm run verify -- record.json --rules rules.json                the same under rules from a file, in the form of modules/fairness/verifier/rules.json
  npm run verify -- --game dice --server-seed <hex> --client-seed <text> --nonce 5 [--server-seed-hash <hex>]
  npm run verify -- --game keno --server-seed <hex> --client-seed <text> --nonce 5 [--picks 3,7,24] [--risk medium]
  npm run verify -- --game limbo --server-seed <hex> --client-seed <text> --nonce 5 [--target 2.00]
  npm run verify -- --game plinko --server-seed <hex> --client-seed <text> --nonce 5 [--rows 16] [--risk high]
  npm run verify -- --game cases --server-seed <hex> --client-seed <text> --nonce 5 [--slug amber] [--count 3]
  npm run verify -- --game coinflip --server-seed <hex> --client-seed <text> --nonce 5 [--way ladder] [--called "heads tails"]
  npm run verify -- --game crash --link <hex> --round 7 --salt <hex>
  npm run verify -- --game roulette --server-seed <hex> --client-seed <text> --nonce 5
  npm run verify -- --game wheel --server-seed <hex> --client-seed <text> --nonce 20779    the nonce is the day, counted from 1970
  npm run verify -- --game jackpots --server-seed <hex> --client-seed <text> --nonce 5 [--entry jackpots-1:...] [--previous <hex>]
  npm run verify -- --game roulette-1 --link <hex> --round 7 --salt <hex>
  npm run verify -- --chain crash [--from 1] [--to 100] [--beacon <address>]    rounds of crash or roulette-1 against the published head
  npm run verify -- --million                                     a million random rounds, checked by the second verifier
  npm run verify -- --slips 100000                                so many random slips, and cash-outs of them, checked by the second verifier
  npm run verify -- --markets 10000                               every market on so many random matches, settled by the second verifier
  npm run verify -- --bench                                       rounds per second

Exit code: 0 everything agrees, 1 something differs, 2 nothing could be checked.`;

const options = {
  api: { type: "string", default: "http://localhost:3001" },
  game: { type: "string" },
  "server-seed": { type: "string" },
  "server-seed-hash": { type: "string" },
  "client-seed": { type: "string" },
  nonce: { type: "string" },
  ...Object.fromEntries(proofs.flatMap(({ fields }) => fields.map(({ name }) => [name, { type: "string" } as const]))),
  link: { type: "string" },
  round: { type: "string" },
  salt: { type: "string" },
  chain: { type: "string" },
  from: { type: "string" },
  to: { type: "string" },
  beacon: { type: "string" },
  rules: { type: "string" },
  file: { type: "string" },
  save: { type: "string" },
  million: { type: "boolean" },
  slips: { type: "string" },
  markets: { type: "string" },
  bench: { type: "boolean" },
  help: { type: "boolean" },
} as const;

/** A round id is base64url and may begin with a hyphen: behind `--` it is not taken for an option. */
function idsLast(args: readonly string[]): string[] {
  const isId = (arg: string) => /^-[\w-]{42}$/.test(arg);
  return [...args.filter(arg => !isId(arg)), "--", ...args.filter(isId)];
}

/** Runs one command line; returns the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const { values: flags, positionals } = parseArgs({ args: idsLast(args), options, allowPositionals: true });
  const [subject = flags.file] = positionals;
  if (flags.bench) return bench();
  if (flags.million) return checked(randomRounds(1_000_000));
  if (flags.slips) return checked(randomSlips(Number(flags.slips)));
  if (flags.markets) return checked(randomMarkets(Number(flags.markets)), checkBets);
  if (flags.chain) return chain(flags);
  const known = flags.rules ? verifiersUnder(rulesFromFile(flags.rules)) : verifiers;
  if (flags.game) return show(recordFromInputs(flags), known);
  if (!subject || flags.help) return help();
  if (flags.file && !existsSync(flags.file)) throw new Unusable(`There is no file ${flags.file}.`);
  const fromFile = subject === "-" || existsSync(subject);
  const saved = fromFile ? fromText(subject) : undefined;
  const slip = fromFile ? slipIn(saved) : await slipOf(flags.api, subject);
  if (slip) {
    if (flags.save) saveSlip(flags.save, slip);
    return showSlip(slip, console.log);
  }
  const given = saved ?? (await roundOf(flags.api, subject));
  const provided = providedIn(given);
  if (provided) {
    const whole = fromFile ? provided : await withModule(flags.api, provided);
    if (flags.save) saveProvided(flags.save, whole);
    return showProvided(whole, console.log);
  }
  const record = readRecord(given);
  const round = publishedRound(record);
  // A record from a file is checked on its own, except for a round that it says was voided: only the server's public record shows that.
  const alone = round === null || (fromFile && !("voided" in record));
  return show(record, known, alone ? undefined : await recordOf(flags.api, round));
}

async function recordOf(apiUrl: string, id: string): Promise<ProofRecord> {
  return readRecord(await roundOf(apiUrl, id));
}

const roundOf = (apiUrl: string, id: string) => ask(apiUrl, `/api/v1/rounds/${encodeURIComponent(id)}`);

function help(): number {
  console.log(usage);
  return 2;
}

function show(record: ProofRecord, known: Verifiers, published?: ProofRecord): number {
  const found = verifyRecord(record, known, nobleHashes, published);
  console.log(describe(record, found, process.stdout.isTTY === true));
  return found.verdict === "matches" ? 0 : found.verdict === "differs" ? 1 : 2;
}

interface ChainFlags {
  readonly api: string;
  readonly chain?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly beacon?: string | undefined;
}

async function chain(flags: ChainFlags): Promise<number> {
  const range = { ...(flags.from && { from: Number(flags.from) }), ...(flags.to && { to: Number(flags.to) }) };
  return (await verifyChain(flags.api, flags.chain ?? "", range, flags.beacon, console.log)) ? 0 : 1;
}

async function checked(lines: Iterable<string>, check = checkWithSecondVerifier): Promise<number> {
  const started = performance.now();
  const { code, text } = await check(lines);
  console.log(`${text.trimEnd()} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return code;
}

function bench(): number {
  for (const { game, perSecond } of benchVerifier()) console.log(`${game}: ${perSecond} rounds per second`);
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Unusable ? error.message : (error as Error).message);
  process.exitCode = 2;
}
