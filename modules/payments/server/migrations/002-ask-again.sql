-- Invoices that ended without money are asked about for another day: a late payment must not depend on one message.
CREATE INDEX invoices_ended ON payments.invoices (ended_at) WHERE status IN (4, 5, 6);
