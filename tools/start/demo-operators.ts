import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";
import { StartFailure } from "#kit/db/embedded/start-failure.ts";
import { type Environment, readSettings } from "./settings.ts";

/** An operator created by the demo: their password and the secret of their authenticator app are in DATA_DIR, to try the back office with. */
export interface DemoOperator {
  readonly email: string;
  readonly password: string;
  readonly role: string;
  /** Base32. */
  readonly secret: string;
}

export async function demoOperators(dataFolder: string): Promise<DemoOperator[]> {
  const text = await readFile(join(dataFolder, "demo-operators.json"), "utf8").catch(() => "[]");
  return JSON.parse(text) as DemoOperator[];
}

/** The code their app would show now. */
export async function demoCode(environment: Environment, email: string): Promise<string> {
  const { dataFolder } = readSettings(environment);
  const operator = (await demoOperators(dataFolder)).find(each => each.email === email);
  if (!operator)
    throw new StartFailure(
      `${email} is not a demo operator of ${dataFolder}. Other operators get codes from their own authenticator app.`,
    );
  return new TOTP({ algorithm: "SHA1", digits: 6, period: 30, secret: Secret.fromBase32(operator.secret) }).generate();
}
