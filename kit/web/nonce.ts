import { createContext } from "react";

/** The nonce of this page for rendered scripts and styles. Empty in tests. */
export const NonceContext = createContext("");
