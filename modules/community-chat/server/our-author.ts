import { houseOwner } from "#modules/ledger/server/index.ts";

/** Who writes messages of rains, tips and moderators: no player. */
export const ourAuthor = houseOwner;
