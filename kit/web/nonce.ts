import { createContext } from "react";

/** The nonce of this page for what renders scripts or styles. Empty in tests. */
export const NonceContext = createContext("");
