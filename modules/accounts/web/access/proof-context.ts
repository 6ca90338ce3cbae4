import { createContext } from "react";

/**
 * Makes a change of the ways into the account. Where the house first asks for a proof that the player himself is there, the
 * page that provides this asks for it and makes the change again; everything else that is refused is thrown on.
 */
export type MakeProven = <T>(change: () => Promise<T>) => Promise<T>;

export const ProofContext = createContext<MakeProven>(change => change());
