import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** A contract as it is deployed. */
export interface Artefact {
  readonly abi: readonly object[];
  /** Hex, with 0x. */
  readonly bytecode: string;
}

interface Output {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Record<string, Record<string, { abi: object[]; evm: { bytecode: { object: string } } }>>;
}

/** Compiles test-usdt.sol with the pinned compiler: the same source gives the same bytes. Throws the compiler's errors. */
export function compileTestUsdt(): Artefact {
  const file = "test-usdt.sol";
  const content = readFileSync(new URL(`./${file}`, import.meta.url), "utf8");
  const settings = {
    optimizer: { enabled: true, runs: 200 },
    metadata: { bytecodeHash: "none", appendCBOR: false },
    outputSelection: { "*": { "*": ["abi", "evm.bytecode.object"] } },
  };
  // The compiler is a development dependency, needed only for compiling.
  const solc = createRequire(import.meta.url)("solc") as { compile(input: string): string };
  const output = JSON.parse(
    solc.compile(JSON.stringify({ language: "Solidity", sources: { [file]: { content } }, settings })),
  ) as Output;
  const broken = output.errors?.filter(({ severity }) => severity === "error") ?? [];
  if (broken.length > 0) throw new Error(broken.map(({ formattedMessage }) => formattedMessage).join("\n"));
  const contract = output.contracts[file]?.TestUsdt;
  if (!contract) throw new Error("the compiler gave no TestUsdt");
  return { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` };
}
