-- The chances that the price of a leg was made from, as its market had them at the commit: a slip's theoretical loss follows from them.
ALTER TABLE wallet.slip_legs ADD COLUMN chances jsonb;
