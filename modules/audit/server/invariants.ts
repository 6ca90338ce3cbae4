import type { Queryable } from "#kit/db/db.ts";
import { publicKeyOf, readCheckpoints } from "./checkpoint.ts";
import { type ChainFault, verifyChain, verifyCheckpoints } from "./verify-chain.ts";

/**
 * The invariants of the audit log, in the form of those of the books. Without the file of checkpoints or the key that signs them only the
 * chain itself is checked, as its name says.
 */
export function chainInvariants({ file, signingKey }: { file: string | undefined; signingKey: string | undefined }) {
  const chain = async (on: Queryable): Promise<readonly ChainFault[]> => (await verifyChain(on)).faults;
  if (!file || !signingKey)
    return [
      {
        id: "I5",
        name: "the audit log is an unbroken chain (no checkpoints are named to hold it against)",
        run: chain,
      },
    ];
  return [
    { id: "I5", name: "the audit log is an unbroken chain", run: chain },
    {
      id: "I5",
      name: "the audit log is the one whose checkpoints were signed outside the database",
      run: async (on: Queryable) => verifyCheckpoints(on, await readCheckpoints(file), publicKeyOf(signingKey)),
    },
  ];
}
