-- What a person says of himself a second time, where the date of birth is another one: the first stays, a person of the house decides
-- which is right. `standing`: `stated` is believed; `minor` is under age by what was said; `disputed`
-- has two dates; `proved` was read in a document by a person.
ALTER TABLE verification.identities
  ADD COLUMN standing text NOT NULL DEFAULT 'stated' CHECK (standing IN ('stated', 'minor', 'disputed', 'proved')),
  -- Like `sealed`, label `identity:{player}:second`.
  ADD COLUMN second_sealed bytea,
  ADD COLUMN second_given_at timestamptz,
  -- Label `identity:{player}:proved`.
  ADD COLUMN proved_sealed bytea,
  ADD CHECK ((second_sealed IS NULL) = (second_given_at IS NULL));
-- What the company said of documents while the age was in doubt: a person decides.
ALTER TABLE verification.cases
  ADD COLUMN company_decision text CHECK (company_decision IN ('approved', 'declined', 'more'));
