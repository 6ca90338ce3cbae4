/** The login providers, with their display names. */
export const openidProviders = { google: "Google", vk: "VK ID", yandex: "Yandex ID", telegram: "Telegram" } as const;
export type OpenidProvider = keyof typeof openidProviders;

/** A person at the OpenID provider. Persons are not stored: the subject encodes the person. */
export interface TestPerson {
  readonly sub: string;
  readonly name: string;
  readonly email: string;
  readonly email_verified: boolean;
}

export const testPersons: readonly TestPerson[] = [
  { sub: "aigerim-1001", name: "Aigerim Sadykova", email: "aigerim@mail.example", email_verified: true },
  { sub: "timur-1002", name: "Timur Ospanov", email: "timur@mail.example", email_verified: true },
  { sub: "mallory-1003", name: "Mallory Grey", email: "oleg@demo.example", email_verified: false },
];

/** A person typed in by hand; the same input is the same person again. */
export function typedPerson(name: string, email: string, verified: boolean): TestPerson {
  const facts = [name.trim().slice(0, 60) || "Somebody", email.trim().slice(0, 90), verified ? 1 : 0];
  return readPerson(`typed-${Buffer.from(JSON.stringify(facts)).toString("base64url")}`) ?? unreadable();
}

/** The person of a subject; undefined for an unknown one. */
export function readPerson(sub: string): TestPerson | undefined {
  const known = testPersons.find(person => person.sub === sub);
  if (known || !sub.startsWith("typed-")) return known;
  try {
    const [name, email, verified] = JSON.parse(Buffer.from(sub.slice(6), "base64url").toString()) as [
      string,
      string,
      number,
    ];
    return { sub, name, email, email_verified: verified === 1 };
  } catch {
    return undefined;
  }
}

function unreadable(): never {
  throw new Error("a typed person must be readable");
}
