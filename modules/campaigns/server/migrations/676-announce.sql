-- The channels that tell players of the bonus: a list of `inbox`, `email` and `push`.
ALTER TABLE campaigns.campaigns ADD COLUMN announce jsonb NOT NULL DEFAULT '[]';
