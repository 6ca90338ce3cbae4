/** Dispatched on the window when a stake was refused until the player accepts a policy. */
export const termsAsked = "terms-asked";
