import { hostCookie } from "#kit/http/cookies.ts";
import { type Call, type Handler, handle } from "#kit/http/handler.ts";
import { required } from "#kit/std/invariant.ts";
import { act } from "#modules/audit/server/index.ts";
import * as contract from "../shared/sign-in-contract.ts";
import { sessionPermissions } from "./session-operator.ts";
import { endSession, sessionById } from "./session-store.ts";
import { sessionLimits, sessionTimes } from "./sessions.ts";
import {
  askLoginPasskey,
  enterPassword,
  enterSecondFactor,
  factorsOf,
  type GivenFactor,
  newToken,
  type SignInNeeds,
} from "./sign-in.ts";
import { type OperatorRow, operatorById } from "./store.ts";

/** How long a browser is recognised between sign-ins. */
const deviceLifeMs = 400 * 24 * 3_600_000;

type SignInCall = Pick<Call, "cookies" | "hostname" | "ip" | "userAgent" | "requestId" | "setHeader">;

/** The two steps of a sign-in, who is signed in, and the sign-out. */
export function signInHandlers(needs: SignInNeeds, cookie: ReturnType<typeof hostCookie>): readonly Handler[] {
  const { host } = needs;
  const deviceCookie = hostCookie("operator-device", host.config.ALLOW_INSECURE_COOKIES, "Strict");
  const now = () => new Date(host.clock.now());

  /** The second step of a sign-in: sets the cookies of the session. */
  async function enter(call: SignInCall, challenge: string, given: GivenFactor): Promise<contract.Me> {
    const device = deviceCookie.read(call.cookies) ?? newToken(host);
    const { hostname, ip, userAgent, requestId } = call;
    const from = { hostname, ip, userAgent, requestId, device };
    const { token, operator, isEmergency } = await enterSecondFactor(needs, challenge, given, from);
    call.setHeader("set-cookie", cookie.set(token, sessionLimits.lifeMs / 1000));
    call.setHeader("set-cookie", deviceCookie.set(device, deviceLifeMs / 1000));
    const permissions = sessionPermissions(operator.role, isEmergency);
    return meOf(operator, permissions, { openedAt: now(), activeAt: now() }, now());
  }

  return [
    handle(contract.enterOffice, async call => {
      const { email, password } = call.input.body;
      const { challenge, operator } = await enterPassword(needs, email, password, call);
      return { data: { challenge, factors: await factorsOf(needs, operator, call.hostname) } };
    }),
    handle(contract.enterCode, async call => {
      const { challenge, code } = call.input.body;
      return { data: await enter(call, challenge, { code }) };
    }),
    handle(contract.askEnterPasskey, async call => ({
      data: { options: await askLoginPasskey(needs, call.input.body.challenge, call) },
    })),
    handle(contract.enterPasskey, async call => {
      const { challenge, assertion } = call.input.body;
      return { data: await enter(call, challenge, { assertion, headers: call.headers }) };
    }),
    handle(contract.readMe, async ({ operator }) => ({
      data: meOf(
        required(await operatorById(host.db, operator.id), "the operator exists"),
        operator.permissions,
        required(await sessionById(host.db, operator.session), "the session exists"),
        now(),
      ),
    })),
    act(host, contract.leaveOffice, async (tx, call) => {
      await endSession(tx, call.operator.session, now());
      call.setHeader("set-cookie", cookie.clear());
      return {
        answer: undefined,
        auditAction: { action: "operator.logout", subject: `operator:${call.operator.id}` },
      };
    }),
  ];
}

function meOf(
  row: OperatorRow,
  permissions: ReadonlySet<string>,
  session: Parameters<typeof sessionTimes>[0],
  now: Date,
): contract.Me {
  const { id, name, email, role, lastLoginAt: at, lastLoginAddress: address } = row;
  const last_login = at && address ? { at: at.toISOString(), address } : null;
  return {
    id,
    name,
    email,
    role,
    permissions: [...permissions],
    last_login,
    session: sessionTimes(session, now.getTime()),
  };
}
