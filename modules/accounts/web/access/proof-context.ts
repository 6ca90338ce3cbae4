import { createContext } from "react";

/**
 * Makes a change of credentials. If the server first requires the player to verify their identity, the page that provides this asks for it
 * and repeats the change; every other refusal is rethrown.
 */
export type MakeProven = <T>(change: () => Promise<T>) => Promise<T>;

export const ProofContext = createContext<MakeProven>(change => change());
