-- Active grants are for slots (10) and live tables (62) of outside providers too, in the player's favour. Of ended ones the terms stay.
UPDATE wagering.grants SET games = games | (1::bigint << 10) | (1::bigint << 62) WHERE state = 1;
