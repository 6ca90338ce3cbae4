/** Told on the window when the player has answered a reality check: what was refused because of it may be asked for again. */
export const checkAnswered = "fairhouse:check-answered";
