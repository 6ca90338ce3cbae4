-- How long the last look took: the next one waits nine times as long.
ALTER TABLE office.book_checks ADD COLUMN took_ms int NOT NULL DEFAULT 0;
