import { fail } from "#kit/contract/error-code.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { required } from "#kit/std/invariant.ts";
import { promoCodeTaken } from "../shared/errors.ts";
import { codeAlphabet, codeLength, foldCode, shownCode } from "../shared/promo-code.ts";
import { type Campaign, lockCampaign } from "./campaign-store.ts";
import { type DigestOf, insertCodes, type NewCodes } from "./code-store.ts";

interface CodeNeeds {
  readonly host: Pick<Host, "clock" | "random">;
  readonly digestOf: DigestOf;
}

/** One word for many: used so many times in all, once by each player. Fails with `promo_code_taken`. */
export async function makeWord(
  needs: CodeNeeds,
  tx: Tx,
  { campaign, word, uses }: { readonly campaign: string; readonly word: string; readonly uses: number },
  by: string,
): Promise<readonly string[]> {
  const folded = required(foldCode(word), "the contract checks the word");
  await insert(needs, tx, campaign, { digests: [needs.digestOf(folded)], word, uses }, by);
  return [word];
}

/** Single-use codes. They are stored as hashes: this answer is the only one that has them. */
export async function makeBatch(
  needs: CodeNeeds,
  tx: Tx,
  { campaign, count }: { readonly campaign: string; readonly count: number },
  by: string,
): Promise<readonly string[]> {
  const codes = Array.from({ length: count }, () => drawCode(needs.host));
  const digests = codes.map(code => needs.digestOf(required(foldCode(code), "a code of our own")));
  await insert(needs, tx, campaign, { digests, word: null, uses: 1 }, by);
  return codes.map(shownCode);
}

async function insert(
  { host }: CodeNeeds,
  tx: Tx,
  id: string,
  codes: Omit<NewCodes, "campaign">,
  by: string,
): Promise<void> {
  const campaign: Campaign | undefined = await lockCampaign(tx, id);
  if (!campaign?.byCode) return fail(promoCodeTaken);
  const isNew = await insertCodes(tx, { campaign: campaign.id, ...codes }, by, new Date(host.clock.now()));
  if (!isNew) fail(promoCodeTaken);
}

/** Bytes from which no letter is more likely than another: 248 is eight times 31. */
const fairBytes = 248;

function drawCode({ random }: Pick<Host, "random">): string {
  let code = "";
  while (code.length < codeLength) {
    for (const byte of random.bytes(codeLength)) {
      if (byte < fairBytes && code.length < codeLength) code += codeAlphabet[byte % codeAlphabet.length];
    }
  }
  return code;
}
