import { createHmac, hkdfSync } from "node:crypto";
import { Secret } from "otpauth";
import { fail } from "#kit/contract/error-code.ts";
import type { Queryable } from "#kit/db/db.ts";
import { appCodeStep, appSecret, appSecretBytes } from "#kit/host/app-code.ts";
import type { Host } from "#kit/host/host.ts";
import { createSecretSeal } from "#kit/host/secret-seal.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { factorWrong, totpOn } from "../shared/errors.ts";
import { factorChanged } from "../shared/events.ts";
import {
  confirmTotpRow,
  deleteTotp,
  putTotp,
  recoveryCodesLeft,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
  totpOf,
} from "./store.ts";

export const sealPurpose = "fairhouse second factor";

const recoveryCodeCount = 10;

/** Codes of an authenticator app, and recovery codes. */
export interface AppCodes {
  /** Whether this player must give a code of the app. */
  isOn(player: PlayerId, db?: Queryable): Promise<boolean>;
  recoveryLeft(player: PlayerId): Promise<number>;
  /** A secret that has no effect until `confirm`. Fails with `totp_on`. */
  start(player: PlayerId, account: string): Promise<{ secret: string; uri: string }>;
  /** Switches on with a first right code; returns the recovery codes. Fails with `totp_on`, `factor_wrong`. */
  confirm(player: PlayerId, code: string): Promise<readonly string[]>;
  /** False when it was off. */
  remove(player: PlayerId): Promise<boolean>;
  renewRecoveryCodes(player: PlayerId): Promise<readonly string[]>;
  /** Uses a code of the app or a recovery code; true once for each. */
  take(player: PlayerId, code: string, db?: Queryable): Promise<boolean>;
}

export function createAppCodes(host: Host): AppCodes {
  const seal = createSecretSeal(host, sealPurpose);
  const key = new Uint8Array(
    hkdfSync("sha256", Buffer.from(host.config.SECRET_KEY, "hex"), "", "fairhouse recovery codes", 32),
  );
  const label = (player: PlayerId) => `totp:${player}`;
  const recoveryHash = (code: string) => createHmac("sha256", key).update(normal(code)).digest();

  function newCodes(): readonly string[] {
    return Array.from({ length: recoveryCodeCount }, () => {
      const text = new Secret({ buffer: Uint8Array.from(host.random.bytes(7)).buffer }).base32
        .slice(0, 10)
        .toLowerCase();
      return `${text.slice(0, 5)}-${text.slice(5)}`;
    });
  }

  return {
    isOn: async (player, db = host.db) => (await totpOf(db, player))?.confirmed === true,
    recoveryLeft: player => recoveryCodesLeft(host.db, player),
    async start(player, account) {
      const bytes = host.random.bytes(appSecretBytes);
      if (!(await putTotp(host.db, player, seal.seal(bytes, label(player))))) fail(totpOn);
      return appSecret(bytes, account);
    },
    async confirm(player, code) {
      const row = await totpOf(host.db, player);
      if (row?.confirmed) fail(totpOn);
      const step = row && appCodeStep(seal.open(row.secret, label(player)), code, host.clock.now());
      if (step === undefined) fail(factorWrong);
      const codes = newCodes();
      return host.db.tx(async tx => {
        if (!(await confirmTotpRow(tx, player, step, new Date(host.clock.now())))) fail(totpOn);
        await replaceRecoveryCodes(tx, player, codes.map(recoveryHash));
        await host.bus.publish(tx, factorChanged, { player, change: "totp_on" });
        return codes;
      });
    },
    remove: player =>
      host.db.tx(async tx => {
        const wasOn = await deleteTotp(tx, player);
        if (wasOn) await host.bus.publish(tx, factorChanged, { player, change: "totp_off" });
        return wasOn;
      }),
    async renewRecoveryCodes(player) {
      const codes = newCodes();
      await host.db.tx(async tx => {
        await replaceRecoveryCodes(tx, player, codes.map(recoveryHash));
        await host.bus.publish(tx, factorChanged, { player, change: "recovery_codes_renewed" });
      });
      return codes;
    },
    async take(player, code, db = host.db) {
      if (!isAppCode(code)) return takeRecoveryCode(db, player, recoveryHash(code));
      const row = await totpOf(db, player);
      const step = row?.confirmed
        ? appCodeStep(seal.open(row.secret, label(player)), code, host.clock.now())
        : undefined;
      return step !== undefined && takeStep(db, player, step);
    },
  };
}

/** Six digits are a code of the app; anything else is tried as a recovery code. */
export function isAppCode(code: string): boolean {
  return /^\s*[0-9]{3} ?[0-9]{3}\s*$/.test(code);
}

function normal(code: string): string {
  return code.replace(/[\s-]/g, "").toLowerCase();
}
