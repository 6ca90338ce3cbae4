/** Dispatched when the server says that the session has ended. */
export const signedOut = "office-signed-out";

/** Dispatched when a dialog has been closed. */
export const dialogClosed = "office-dialog-closed";
