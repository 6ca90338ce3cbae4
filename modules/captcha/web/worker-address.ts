import address from "altcha/workers/pbkdf2?url";

/** Where this build serves ALTCHA's worker, as a file of our own. */
export default address;
