-- phase: expand
ALTER TABLE campaigns.campaigns VALIDATE CONSTRAINT campaigns_gift;
