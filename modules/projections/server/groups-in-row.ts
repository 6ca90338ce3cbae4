/** Half hours since 1970, until the year 2209: so that a game and a half hour are one number. */
export const halfHoursBelow = 2 ** 22;

interface Wallet {
  readonly playerId: string;
  readonly currency: string;
}

/**
 * Groups of rows by wallet and one more value. Rows come by wallet and mostly by time, so nearly every row belongs to the group of the row before it,
 * which is found without making a key.
 */
export class GroupsInRow<Group> {
  readonly #known = new Map<string, Group>();
  #last: { readonly wallet: Wallet; readonly value: string | number; readonly group: Group } | undefined;

  of(wallet: Wallet, value: string | number, create: () => Group): Group {
    const last = this.#last;
    if (
      last !== undefined &&
      last.value === value &&
      last.wallet.playerId === wallet.playerId &&
      last.wallet.currency === wallet.currency
    )
      return last.group;
    const key = `${wallet.playerId}${wallet.currency}${value}`;
    const group = this.#known.get(key) ?? create();
    this.#known.set(key, group);
    this.#last = { wallet, value, group };
    return group;
  }

  /** In the order in which they were begun. */
  all(): readonly Group[] {
    return [...this.#known.values()];
  }
}
