import { useSyncExternalStore } from "react";

const never = () => () => {};
const no = () => false;
const yes = () => true;

/** True in a render that must equal the server's: on the server, and while its page hydrates. The component is rendered again afterwards. */
export const useIsHydrating = () => useSyncExternalStore(never, no, yes);
