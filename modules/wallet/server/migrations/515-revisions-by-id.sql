-- A transfer of a slip names its revision: projections find the slip by it.
CREATE INDEX slip_revisions_id ON wallet.slip_revisions (player_id, id);
