import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle, type Session } from "#kit/http/handler.ts";
import { parseUuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { deviceOf } from "#modules/accounts/shared/device.ts";
import { deletePush, getPush, type PushDevice, postPush, pushDevicesMax } from "../../shared/push.ts";
import type { VapidPair } from "./key.ts";
import { areKeysValid, type PushServices } from "./services.ts";
import { deleteDevice, devicesOf, insertSubscription } from "./store.ts";

export function pushHandlers(host: Host, services: PushServices, vapid: () => Promise<VapidPair>): readonly Handler[] {
  const view = async (session: Session) => {
    const [{ publicKey }, rows] = await Promise.all([vapid(), devicesOf(host.db, session.player)]);
    const devices = rows.map(({ id, session: of, userAgent, createdAt }): PushDevice => {
      const { browser, system } = deviceOf(userAgent);
      const name = [browser, system].filter(Boolean).join(", ");
      return { id, name, created_at: createdAt.toISOString(), current: of === session.id };
    });
    return { data: { public_key: publicKey, devices } };
  };
  return [
    handle(getPush, ({ session }) => view(session)),
    handle(postPush, async ({ session, input, userAgent, locale }) => {
      const { endpoint, keys } = input.body;
      if (!services.addressOf(endpoint)) fail(validationFailed, { errors: { endpoint: ["push_endpoint_invalid"] } });
      if (!areKeysValid(keys)) fail(validationFailed, { errors: { keys: ["push_key_invalid"] } });
      const { player, id: own } = session;
      const added = { id: host.ids.next(), player, session: own, endpoint, locale, now: new Date(host.clock.now()) };
      await host.db.tx(tx => insertSubscription(tx, { ...added, ...keys, userAgent }, pushDevicesMax));
      return view(session);
    }),
    handle(deletePush, async ({ session, input }) => {
      const id = required(parseUuid(input.params.id), "checked by the contract");
      if (!(await deleteDevice(host.db, session.player, id))) fail(notFound);
      return view(session);
    }),
  ];
}
