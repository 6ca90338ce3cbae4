import { invariants } from "#apps/server/invariants.ts";
import { accountFamilies, accountNotes, everyAccount } from "#modules/ledger/shared/chart.ts";
import { kindNumbers, type TransferKind } from "#modules/ledger/shared/kinds.ts";
import { recipes } from "#modules/ledger/shared/recipes.ts";

type Table = (head: readonly string[], rows: readonly (readonly string[])[]) => string;

/** docs/money/books.md: the chart of accounts, how each movement is booked, and what is always true, as the code has them. */
export function moneyPage(table: Table): readonly string[] {
  return [
    "How these arise, with T-accounts and examples, is in [Money](README.md).",
    "## Chart of accounts",
    "A balance is credits minus debits: what the casino owes is positive, what is owed to it negative, and all of a currency sum to zero. Codes are stored permanently: added, never changed.",
    table(["account", "code", "what stands there"], accounts()),
    "## Recipes",
    "The ledger has no row that is not one of these. Left is the debit account, right the credit account; `*` is one of a family.",
    table(["kind", "number", "what happens", "debit → credit", "amount"], movements()),
    "## What is always true",
    "`npm run audit` checks each of these on one snapshot of the database and prints a line for it; the server checks them every minute, large books less often (one at a time, at most a tenth of the time); the browser tests end with them. Each has a test that breaks it and expects a report (`apps/server/invariants.it.test.ts`, and beside the module).",
    table(
      ["number", "what holds"],
      invariants.map(({ id, name }) => [id, name]),
    ),
  ];
}

function accounts(): string[][] {
  const singles = everyAccount.filter(({ name }) => Object.hasOwn(accountNotes, name));
  const families = accountFamilies.map(({ name, base, members }) => {
    const codes = Object.entries(members).map(([member, number]) => `${member} ${base + Number(number)}`);
    return { name: `${name}:*`, code: codes.join(", "), note: accountNotes[name as keyof typeof accountNotes] };
  });
  return [
    ...singles.map(({ name, code }) => [`\`${name}\``, `${code}`, accountNotes[name as keyof typeof accountNotes]]),
    ...families.map(({ name, code, note }) => [`\`${name}\``, code, note]),
  ];
}

function movements(): string[][] {
  return Object.entries(recipes).map(([kind, { says, amount, legs }]) => [
    `\`${kind}\``,
    `${kindNumbers[kind as TransferKind]}`,
    says,
    legs.map(([debit, credit]) => `\`${debit}\` → \`${credit}\``).join("; "),
    amount,
  ]);
}
