/** Window event: the player has answered a reality check; requests refused because of it may be repeated. */
export const checkAnswered = "fairhouse:check-answered";
