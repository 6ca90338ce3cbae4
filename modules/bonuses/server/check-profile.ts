import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { type BonusProfile, refusedBy } from "../shared/bonus-profile.ts";
import { otherProfile } from "../shared/errors.ts";
import type { BonusProduct } from "../shared/terms.ts";

interface Terms {
  readonly product: BonusProduct;
  readonly wager: number;
  readonly cap?: bigint | null;
  readonly freeSpins?: string | null;
}

/** The profile that these terms are drafted under: the site's. Fails with `validation_failed`, which names the term that it does not allow. */
export function checkedProfile(
  { config }: Pick<Host, "config">,
  bonuses: readonly Terms[],
  fieldOf = (field: string) => field,
): BonusProfile {
  const profile = config.BONUS_PROFILE;
  for (const terms of bonuses) {
    const refused = refusedBy(profile, terms);
    if (refused) fail(validationFailed, { errors: { [fieldOf(refused.field)]: [refused.key] } });
  }
  return profile;
}

/** Terms that were drafted earlier are started under the rules that the site follows now. Fails with `bonus_other_profile`. */
export function requireProfile({ config }: Pick<Host, "config">, drafted: BonusProfile): void {
  const profile = config.BONUS_PROFILE;
  if (drafted !== profile) fail(otherProfile, { data: { drafted, profile } });
}
