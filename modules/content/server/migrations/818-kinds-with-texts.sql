-- phase: expand
ALTER TABLE content.documents VALIDATE CONSTRAINT documents_kind_check;
