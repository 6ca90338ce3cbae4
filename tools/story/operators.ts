import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Secret } from "otpauth";
import type { House } from "#apps/server/house.ts";
import type { Role } from "#modules/operators/shared/permissions.ts";
import type { DemoOperator } from "../start/demo-operators.ts";
import { demoPassword } from "./personas.ts";

const people: readonly { name: string; role: Role }[] = [
  { name: "Askar", role: "owner" },
  { name: "Madina", role: "finance" },
  { name: "Timur", role: "risk" },
  { name: "Dana", role: "support" },
  { name: "Boris", role: "auditor" },
];

/** The people of the demo house. The secrets of their apps are made here and lie in DATA_DIR, for their owner only. */
export async function hireOperators({ operators }: Pick<House, "operators">, folder: string): Promise<void> {
  const hired: DemoOperator[] = [];
  for (const { name, role } of people) {
    const email = `${name.toLowerCase()}@office.example`;
    const bytes = randomBytes(20);
    await operators.registerDemoOperator({ email, name, role, password: demoPassword, secret: bytes });
    const secret = new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32;
    hired.push({ email, password: demoPassword, role, secret });
  }
  await writeFile(join(folder, "demo-operators.json"), JSON.stringify(hired, null, 2), { mode: 0o600 });
}
