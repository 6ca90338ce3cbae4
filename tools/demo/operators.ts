import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Secret } from "otpauth";
import type { Modules } from "#apps/server/modules.ts";
import { required } from "#kit/std/invariant.ts";
import type { Role } from "#modules/operators/shared/permissions.ts";
import { demoOperators } from "../start/demo-operators.ts";
import { unlessThere } from "./once.ts";
import { demoPassword } from "./personas.ts";

const people: readonly { name: string; role: Role }[] = [
  { name: "Askar", role: "owner" },
  { name: "Madina", role: "finance" },
  { name: "Timur", role: "risk" },
  { name: "Dana", role: "support" },
  { name: "Boris", role: "auditor" },
  { name: "Zarina", role: "content" },
  // What one of them requests the other approves.
  { name: "Saule", role: "owner" },
  { name: "Serik", role: "trading" },
  { name: "Aizhan", role: "trading" },
];

const emailOf = (name: string) => `${name.toLowerCase()}@office.example`;

/**
 * The operators of the demo. The secrets of their authenticator apps are created here and stored in DATA_DIR, readable by its owner only: they are on
 * disk before the first operator exists, so that an interrupted demo leaves no operator without a code.
 */
export async function hireOperators({ operators }: Pick<Modules, "operators">, folder: string): Promise<void> {
  const hired = await demoOperators(folder);
  if (hired.length === 0) {
    for (const { name, role } of people) {
      const secret = new Secret({ size: 20 }).base32;
      hired.push({ email: emailOf(name), password: demoPassword, role, secret });
    }
    await writeWhole(join(folder, "demo-operators.json"), JSON.stringify(hired, null, 2));
  }
  for (const { email, password, role, secret } of hired) {
    const { name } = required(
      people.find(person => emailOf(person.name) === email),
      "a person of the demo house",
    );
    const person = { email, name, role: role as Role, password, secret: Secret.fromBase32(secret).bytes };
    await unlessThere("operator_exists", () => operators.registerDemoOperator(person));
  }
}

/** Replaces the file atomically. */
async function writeWhole(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
