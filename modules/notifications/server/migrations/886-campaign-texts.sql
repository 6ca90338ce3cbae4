-- phase: expand
-- What a campaign writes to its players, once for all of them: {locale: {subject, text}}. Who has no text in their language gets none.
CREATE TABLE notifications.campaign_texts (
  campaign_id uuid PRIMARY KEY,
  texts jsonb NOT NULL
);
