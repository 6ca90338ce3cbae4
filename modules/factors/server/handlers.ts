import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import {
  addPasskey,
  askNewPasskey,
  askPasskeyLogin,
  askProofPasskey,
  askStepPasskey,
  confirmTotp,
  getFactors,
  logInByPasskey,
  type PasskeyView,
  proveByCode,
  proveByPasskey,
  proveByPassword,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  startTotp,
  stepByCode,
  stepByPasskey,
} from "../shared/contract.ts";
import { factorWrong } from "../shared/errors.ts";
import { type AppCodes, isAppCode } from "./codes.ts";
import type { Passkeys } from "./passkeys.ts";
import type { Proofs } from "./proofs.ts";
import { type PasskeyRow, passkeysOf } from "./store.ts";

export interface FactorParts {
  readonly host: Host;
  readonly accounts: Pick<Accounts, "isPassword" | "logins" | "publicProfiles" | "signIn">;
  readonly codes: AppCodes;
  readonly passkeys: Passkeys;
  readonly proofs: Proofs;
}

export function factorHandlers(parts: FactorParts): readonly Handler[] {
  return [...proofHandlers(parts), ...codeHandlers(parts), ...passkeyHandlers(parts), ...stepHandlers(parts)];
}

/** The second step of a pending login. */
function stepHandlers({ accounts: { logins }, codes, passkeys }: FactorParts): readonly Handler[] {
  return [
    handle(stepByCode, call => {
      const { challenge, code } = call.input.body;
      const method = isAppCode(code) ? "totp" : "recovery";
      return logins.finish(call, { challenge, method }, async (tx, player) =>
        (await codes.take(player, code, tx)) ? "right" : "code_wrong",
      );
    }),
    handle(askStepPasskey, async call => ({ data: { options: await passkeys.ask(call, "step", null) } })),
    handle(stepByPasskey, async call => {
      const { challenge, assertion } = call.input.body;
      const owner = await passkeys.check(call, "step", null, assertion);
      return logins.finish(call, { challenge, method: "passkey" }, async (_tx, player) =>
        player === owner ? "right" : "code_wrong",
      );
    }),
  ];
}

function proofHandlers({ host, accounts, codes, passkeys, proofs }: FactorParts): readonly Handler[] {
  return [
    handle(getFactors, async ({ session: { player } }) => {
      const [totp, left, keys, kinds] = await Promise.all([
        codes.isOn(player),
        codes.recoveryLeft(player),
        passkeysOf(host.db, player),
        proofs.kinds(player),
      ]);
      return { data: { totp, recovery_codes_left: left, passkeys: keys.map(viewOf), proofs: [...kinds] } };
    }),
    handle(proveByPassword, async ({ session, input }) => {
      const { player } = session;
      if (!(await proofs.kinds(player)).includes("password")) fail(factorWrong);
      await proofs.guess(player, () => accounts.isPassword(player, input.body.password));
      await proofs.give(session);
      return undefined;
    }),
    handle(proveByCode, async ({ session, input }) => {
      await proofs.guess(session.player, () => codes.take(session.player, input.body.code));
      await proofs.give(session);
      return undefined;
    }),
    handle(askProofPasskey, async call => ({
      data: { options: await passkeys.ask(call, "proof", call.session.player) },
    })),
    handle(proveByPasskey, async call => {
      await passkeys.check(call, "proof", call.session.player, call.input.body.assertion);
      await proofs.give(call.session);
      return undefined;
    }),
  ];
}

function codeHandlers({ accounts, codes, proofs }: FactorParts): readonly Handler[] {
  return [
    handle(startTotp, async ({ session }) => {
      await proofs.require(session);
      return { data: await codes.start(session.player, await nameOf(accounts, session.player)) };
    }),
    handle(confirmTotp, async ({ session, input }) => {
      await proofs.require(session);
      let made: readonly string[] = [];
      await proofs.guess(session.player, async () => {
        made = await codes.confirm(session.player, input.body.code);
        return true;
      });
      return { data: { recovery_codes: [...made] } };
    }),
    handle(removeTotp, async ({ session }) => {
      await proofs.require(session);
      await codes.remove(session.player);
      return undefined;
    }),
    handle(renewRecoveryCodes, async ({ session }) => {
      await proofs.require(session);
      if (!(await codes.isOn(session.player))) fail(notFound);
      const renewed = await codes.renewRecoveryCodes(session.player);
      return { data: { recovery_codes: [...renewed] } };
    }),
  ];
}

function passkeyHandlers({ host, accounts, passkeys, proofs }: FactorParts): readonly Handler[] {
  return [
    handle(askNewPasskey, async call => {
      const { session } = call;
      await proofs.require(session);
      const player = { id: session.player, name: await nameOf(accounts, session.player) };
      return { data: { options: await passkeys.askNew(call, player) } };
    }),
    handle(addPasskey, async call => {
      const { session, input } = call;
      await proofs.require(session);
      const added = await passkeys.add(call, session.player, input.body.name, input.body.attestation);
      return { data: viewOf(added) };
    }),
    handle(removePasskey, async ({ session, input }) => {
      await proofs.require(session);
      if (!(await passkeys.remove(session.player, input.params.id))) fail(notFound);
      return undefined;
    }),
    handle(askPasskeyLogin, async call => ({ data: { options: await passkeys.ask(call, "login", null) } })),
    handle(logInByPasskey, async call => {
      const player = await passkeys.check(call, "login", null, call.input.body.assertion);
      return host.db.tx(tx => accounts.signIn(tx, call, player));
    }),
  ];
}

async function nameOf(
  accounts: Pick<Accounts, "publicProfiles">,
  player: Parameters<Accounts["publicProfiles"]>[0][number],
) {
  return (await accounts.publicProfiles([player])).get(player)?.face?.name ?? "Fairhouse";
}

function viewOf(row: PasskeyRow): PasskeyView {
  return {
    id: row.id,
    name: row.name,
    host: row.rpId,
    created_at: row.createdAt.toISOString(),
    used_at: row.usedAt?.toISOString() ?? null,
  };
}
