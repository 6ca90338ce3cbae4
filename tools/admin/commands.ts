import type { Modules } from "#apps/server/modules.ts";
import { Failure } from "#kit/contract/error-code.ts";
import type { Host } from "#kit/host/host.ts";
import { mainHostname } from "#kit/http/hosts.ts";
import { barePath } from "#kit/i18n/locale.ts";
import { changeRedirects } from "#modules/content/server/index.ts";
import { withoutRedirect, withRedirect } from "#modules/content/shared/redirect-list.ts";
import type { HostDetails } from "#modules/mirrors/server/index.ts";
import { faultOfHostName } from "#modules/mirrors/shared/host-name.ts";

/** An invalid command; the message explains it to the operator. */
export class CommandFailure extends Error {}

export const usage = `npm run admin -- mirrors   list | add <host name> [telegram=URL] [partners=URL] [yandex=CODE] | retire <host name>
npm run admin -- redirects list | add <path> <path or https address> | retire <path>
npm run admin -- promos    list | add <code> <type> <value> [campaign=NAME] [until=YYYY-MM-DD] | retire <code>
npm run admin -- accounts  lock <email> <reason> | unlock <email>
npm run admin -- projections rebuild`;

/** The installation a command works on. Its registers are started. */
interface CommandContext {
  readonly host: Host;
  readonly modules: Pick<
    Modules,
    "mirrors" | "redirects" | "content" | "attribution" | "accounts" | "projections" | "providers"
  >;
}

type Command = (context: CommandContext, words: readonly string[]) => Promise<readonly string[]>;

const commands: Readonly<Record<string, Command>> = {
  "mirrors list": async ({ modules }) =>
    modules.mirrors
      .hosts()
      .map(row => [row.hostname, row.telegramChannelUrl, row.revshareServiceFrontendUrl].filter(Boolean).join("  ")),
  async "mirrors add"({ host, modules }, [name = "", ...rest]) {
    const fault = faultOfHostName(name);
    if (fault === "form")
      throw new CommandFailure(
        `"${name}" is not a valid host name: use lowercase letters, digits, hyphens and dots, without scheme or port`,
      );
    if (fault === "reserved")
      throw new CommandFailure(`${name} starts with a reserved prefix (api., office., files. or www.)`);
    const { telegram, partners, yandex } = options(rest, ["telegram", "partners", "yandex"]);
    for (const link of [telegram, partners]) if (link !== undefined) requireUrl(link);
    const details: HostDetails = {
      telegramChannelUrl: telegram ?? null,
      revshareServiceFrontendUrl: partners ?? null,
      metaYandexVerification: yandex ?? null,
    };
    await host.db.tx(tx => modules.mirrors.register(tx, name, details));
    return [`Added ${name} and api.${name}. Point both names at this server.`];
  },
  async "mirrors retire"({ host, modules }, [name = ""]) {
    if (name === mainHostname(host.config)) throw new CommandFailure(`${name} is the main host and can't be retired`);
    if (!modules.mirrors.isMirror(name)) throw new CommandFailure(`${name} is not a mirror`);
    await host.db.tx(tx => modules.mirrors.withdraw(tx, name));
    return [`Retired ${name}. Sessions on this mirror have ended.`];
  },
  "redirects list": async ({ modules }) => modules.redirects.all().map(({ path, target }) => `${path} → ${target}`),
  async "redirects add"({ host, modules }, [path = "", target = ""]) {
    if (!path.startsWith("/") || barePath(path) !== path || /[?#\s]/.test(path))
      throw new CommandFailure(`"${path}" is not a valid path: start with / and leave out the language and query`);
    if (!/^\/(?![/\\])\S*$|^https:\/\/\S+$/.test(target))
      throw new CommandFailure(`"${target}" is not a path or an https address`);
    await host.db
      .tx(tx => changeRedirects(modules.content.office, tx, text => withRedirect(text, path, target)))
      .catch(error => refused(error, `${path} → ${target}`));
    return [`${path} → ${target}`];
  },
  async "redirects retire"({ host, modules }, [path = ""]) {
    if (!modules.redirects.all().some(each => each.path === path)) throw new CommandFailure(`no redirect from ${path}`);
    await host.db
      .tx(tx => changeRedirects(modules.content.office, tx, text => withoutRedirect(text, path)))
      .catch(error => refused(error, path));
    return [`Removed the redirect from ${path}.`];
  },
  "promos list": async ({ host, modules }) =>
    (await modules.attribution.promos()).map(({ code, type, value, utmCampaign, endsAt }) => {
      const isOver = endsAt !== null && endsAt.getTime() <= host.clock.now();
      const end = endsAt ? `${isOver ? "ended on" : "until"} ${endsAt.toISOString().slice(0, 10)}` : undefined;
      return [code, `${type} ${value}`, utmCampaign && `campaign ${utmCampaign}`, end].filter(Boolean).join("  ");
    }),
  async "promos add"({ host, modules }, [code = "", type = "", value = "", ...rest]) {
    const { campaign = null, until } = options(rest, ["campaign", "until"]);
    const promo = { code, type, value, utmCampaign: campaign, endsAt: until === undefined ? null : endOfDay(until) };
    await host.db.tx(tx => modules.attribution.setPromo(tx, promo)).catch(said);
    return [`${code} gives ${type} ${value}${until ? ` until the end of ${until} (UTC)` : ""}`];
  },
  async "promos retire"({ host, modules }, [code = ""]) {
    const isEnded = await host.db.tx(tx => modules.attribution.endPromo(tx, code));
    if (!isEnded) throw new CommandFailure(`${code} is not an active promo code`);
    return [`Ended ${code}. Bonuses already granted are kept.`];
  },
  async "accounts lock"({ host, modules }, [email = "", ...reason]) {
    if (reason.length === 0) throw new CommandFailure("give a reason for the lock");
    const player = await holderOf(modules, email);
    const isNew = await host.db.tx(tx => modules.accounts.lock(tx, player, reason.join(" ")));
    return [isNew ? `${email} is locked and signed out everywhere.` : `${email} was already locked.`];
  },
  async "accounts unlock"({ host, modules }, [email = ""]) {
    const player = await holderOf(modules, email);
    const isNew = await host.db.tx(tx => modules.accounts.unlock(tx, player));
    return [isNew ? `${email} can sign in again.` : `${email} was not locked.`];
  },
  async "projections rebuild"({ modules }) {
    await modules.providers.registry.start();
    const isMine = await modules.projections.rebuild().finally(() => modules.providers.registry.stop());
    return [
      isMine
        ? "Rebuilt from the ledger and replaced. No differences found."
        : "Another process is already rebuilding them.",
    ];
  },
};

/** Runs the command and returns what to print. Throws a CommandFailure with a message, and changes nothing then. */
export async function runCommand(context: CommandContext, [what = "", how = "", ...words]: readonly string[]) {
  const command = commands[`${what} ${how}`];
  if (!command) throw new CommandFailure(usage);
  return command(context, words);
}

function options<const N extends string>(words: readonly string[], names: readonly N[]) {
  const found: Partial<Record<N, string>> = {};
  for (const word of words) {
    const [name = "", value = ""] = word.split(/=(.*)/s);
    const known = names.find(each => each === name);
    if (known === undefined || value === "")
      throw new CommandFailure(`"${word}" is not a known option: use ${names.map(each => `${each}=...`).join(", ")}`);
    found[known] = value;
  }
  return found;
}

function requireUrl(text: string): void {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new CommandFailure(`"${text}" is not a valid web address`);
}

function endOfDay(day: string): Date {
  const end = new Date(`${day}T23:59:59.999Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(end.getTime()))
    throw new CommandFailure(`"${day}" is not a valid date: use YYYY-MM-DD`);
  return end;
}

async function holderOf(modules: CommandContext["modules"], email: string) {
  const holder = await modules.accounts.mailboxOf(email);
  if (!holder) throw new CommandFailure(`no account with ${email}`);
  return holder.player;
}

function said(error: unknown): never {
  throw new CommandFailure(error instanceof Error ? error.message : String(error));
}

/** Why a list of redirects was not published. */
function refused(error: unknown, what: string): never {
  if (!(error instanceof Failure)) throw error;
  const faults: Readonly<Record<string, string>> = {
    redirect_chain: "would create a redirect chain",
    host_unlisted: "leads to a host that REDIRECT_HOSTS doesn't name",
    content_scheduled_already:
      "can't be changed: a version of the list waits for its time. Withdraw it in the back office",
  };
  const reason = faults[String(error.details.data?.["fault"] ?? error.error.code)];
  throw new CommandFailure(`${what} ${reason ?? `is refused: ${error.error.code}`}`);
}
