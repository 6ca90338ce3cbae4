import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { type Call, type Handler, handle } from "#kit/http/handler.ts";
import { type Currency, isCurrency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import { invariant } from "#kit/std/invariant.ts";
import type { Accounts, LoginProvider } from "#modules/accounts/server/index.ts";
import type { Captcha } from "#modules/captcha/server/index.ts";
import type { Factors } from "#modules/factors/server/index.ts";
import type { ConfiguredProviders } from "../providers/index.ts";
import {
  beginLink,
  type FinishAnswer,
  finishLink,
  finishSocial,
  listLinks,
  listProviders,
  registerSocial,
  type SocialLink,
  socialCallback,
  unlink,
} from "../shared/contract.ts";
import { lastSignInMethod, socialEmailKnown, socialLinkedElsewhere, socialRefused } from "../shared/errors.ts";
import type { Attempts } from "./attempts.ts";
import { callbackPage, callbackPolicy } from "./callback-page.ts";
import type { Person } from "./provider.ts";
import { deleteLink, identifierOfLink, insertLink, linksOf, playerOf } from "./store.ts";

export interface SocialParts {
  readonly host: Host;
  readonly accounts: Pick<Accounts, "exclusions" | "logins" | "mailboxOf" | "openThrough" | "signIn" | "signInFacts">;
  readonly factors: Pick<Factors, "requireProof" | "isSufficientAlone">;
  readonly captchaPort: Pick<Captcha, "requireAboveRate">;
  readonly providers: ConfiguredProviders;
  readonly attempts: Attempts;
}

/** `PUT /auth/login` for one provider. */
export function socialLogin({ attempts }: SocialParts, provider: string): LoginProvider {
  return async call => {
    const { origin = "", currency } = call.input.body;
    const order = { provider, origin, player: null, currency: knownCurrency(currency) };
    return { url: await attempts.begin(call as unknown as Call, order) };
  };
}

export function socialHandlers(parts: SocialParts): readonly Handler[] {
  return [...windowHandlers(parts), ...signInHandlers(parts), ...linkHandlers(parts)];
}

function windowHandlers({ host, providers, attempts }: SocialParts): readonly Handler[] {
  return [
    handle(listProviders, async () => ({
      data: providers.all.map(({ name }) => ({ provider: name, name: providers.titleOf(name) })),
    })),
    handle(socialCallback, async call => {
      const query = new URLSearchParams(
        Object.entries(call.input.query).map(([name, value]): [string, string] => [name, String(value)]),
      );
      const answer = query.toString().slice(0, 4000);
      const origin = await attempts.originOf(query.get("state") ?? "");
      const nonce = toHex(host.random.bytes(16));
      call.setHeader("content-security-policy", callbackPolicy(nonce));
      return callbackPage(call.locale, nonce, origin === undefined ? undefined : { origin, answer });
    }),
  ];
}

function signInHandlers(parts: SocialParts): readonly Handler[] {
  const { host, accounts, captchaPort, providers, attempts } = parts;
  return [
    handle(finishSocial, async (call): Promise<FinishAnswer> => {
      const { state, attempt, person } = await attempts.complete(call as unknown as Call, call.input.body.answer);
      if (attempt.playerId !== null) fail(socialRefused);
      const player = await knownPlayer(parts, attempt.provider, person);
      if (player !== undefined) return host.db.tx(tx => accounts.logins.enter(tx, call, { player }));
      const registration = await attempts.keep(state, person);
      call.setStatus(202);
      const { provider, currency } = attempt;
      return { data: { registration, provider, name: person.name, email: person.email, currency } };
    }),
    handle(registerSocial, async call => {
      const { body } = call.input;
      await captchaPort.requireAboveRate("register", body.captcha, call.ip);
      const { provider, subject, email } = await attempts.take(call as unknown as Call, body.registration);
      invariant(subject !== null, "a new person without a subject at the provider");
      if (await accounts.exclusions.has(host.db, identifierOfLink({ provider, subject }))) fail(socialRefused);
      const { fpp, partner, adplace, stag, promo, click_id, click_source, cpa_id, offer_ends } = body;
      const registration = {
        email,
        isEmailVerified: email !== null && providers.isAuthoritativeFor(provider, email),
        currency:
          knownCurrency(body.currency) ?? fail(validationFailed, { errors: { currency: ["currency_invalid"] } }),
        locale: body.locale ?? null,
        timezone: body.timezone ?? null,
        ip: call.ip,
        source: { fpp, partner, adplace, stag, promo, click_id, click_source, cpa_id, offer_ends },
      };
      return accounts.openThrough(registration, async (tx, player) => {
        const isLinked = await insertLink(tx, { provider, subject, player, now: new Date(host.clock.now()) });
        if (!isLinked) fail(socialRefused);
        return accounts.signIn(tx, call, player);
      });
    }),
  ];
}

/**
 * The player of an identity: the linked one, or the one with the same confirmed mailbox if the provider runs that mailbox itself. Fails
 * with `social_email_known` if an account has the mailbox and the provider may not open it.
 */
async function knownPlayer(
  { host, accounts, providers }: SocialParts,
  provider: string,
  { subject, email }: Person,
): Promise<PlayerId | undefined> {
  const linked = await playerOf(host.db, provider, subject);
  if (linked !== undefined || email === null) return linked;
  const holder = await accounts.mailboxOf(email);
  if (!holder) return undefined;
  if (!holder.verified || !providers.isAuthoritativeFor(provider, email)) fail(socialEmailKnown);
  const link = { provider, subject, player: holder.player, now: new Date(host.clock.now()) };
  if (!(await host.db.tx(tx => insertLink(tx, link)))) fail(socialEmailKnown);
  return holder.player;
}

function linkHandlers(parts: SocialParts): readonly Handler[] {
  const { host, accounts, factors, providers, attempts } = parts;
  const views = async (player: PlayerId): Promise<SocialLink[]> =>
    (await linksOf(host.db, player)).map(({ provider, linkedAt }) => ({
      provider,
      name: providers.titleOf(provider),
      since: linkedAt.toISOString(),
    }));
  return [
    handle(listLinks, async ({ session }) => ({ data: await views(session.player) })),
    handle(beginLink, async call => {
      await factors.requireProof(call.session);
      const { provider, origin } = call.input.body;
      const { player } = call.session;
      return {
        url: await attempts.begin(call as unknown as Call, {
          provider,
          origin,
          player,
          currency: null,
        }),
      };
    }),
    handle(finishLink, async call => {
      const { attempt, person } = await attempts.complete(call as unknown as Call, call.input.body.answer);
      const { player } = call.session;
      if (attempt.playerId !== player) fail(socialRefused);
      const link = { provider: attempt.provider, subject: person.subject, player, now: new Date(host.clock.now()) };
      const isNew = await host.db.tx(tx => insertLink(tx, link));
      if (!isNew && (await playerOf(host.db, link.provider, link.subject)) !== player) fail(socialLinkedElsewhere);
      return { data: await views(player) };
    }),
    handle(unlink, async ({ session, input }) => {
      await factors.requireProof(session);
      const { player } = session;
      const provider = input.params.provider;
      const facts = await accounts.signInFacts(player);
      const opensOtherwise = facts.hasPassword || facts.hasContact || (await factors.isSufficientAlone(player));
      await host.db.tx(async tx => {
        const links = await linksOf(tx, player, true);
        const isLast = links.every(link => link.provider === provider);
        if (isLast && !opensOtherwise) fail(lastSignInMethod);
        await deleteLink(tx, player, provider);
      });
      return undefined;
    }),
  ];
}

function knownCurrency(text: string | undefined): Currency | null {
  return text !== undefined && isCurrency(text) ? text : null;
}
