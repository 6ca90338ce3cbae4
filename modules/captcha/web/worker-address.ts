import address from "altcha/workers/pbkdf2?url";

/** The URL of ALTCHA's worker in this build, a file of our own. */
export default address;
