import type { FastifyRequest } from "fastify";
import type { Config } from "#kit/host/config.ts";
import type { Clock, Host, Random } from "#kit/host/host.ts";
import type { SiteHost } from "#kit/http/site-handler.ts";
import type { Log } from "#kit/log/log.ts";
import type { Captcha } from "#modules/captcha/server/index.ts";
import type { Content } from "#modules/content/server/index.ts";
import type { AvatarSource } from "./avatars.ts";
import type { ArtSource } from "./game-art.ts";
import type { GuestCache } from "./guest-cache.ts";
import type { PageLimits } from "./page-limits.ts";
import type { PageSource } from "./page-source.ts";
import type { ShelfSource } from "./shelf-art.ts";
import type { PageRequest, Visit, VisitPorts } from "./visit.ts";

export interface SiteOptions {
  readonly config: Pick<Config, "MODE" | "PAGE_RATE_FACTOR" | "SERVICE_ADDRESSES" | "SUPPORT_WIDGET_URL">;
  readonly clock: Clock;
  readonly sharedBuckets?: NonNullable<Host["sharedBuckets"]>;
  readonly random: Random;
  readonly log: Log;
  readonly ports: VisitPorts;
  /** Origins of the other hosts, whose pictures the pages probe. */
  readonly origins: () => readonly string[];
  /** Pictures next to players' names. */
  readonly avatars: AvatarSource;
  /** The frame of the captcha provider's widget. */
  readonly captcha: Pick<Captcha, "widget">;
  /** Origins of game providers, whose games run in frames. */
  readonly frames: () => readonly string[];
  readonly countryOf: (address: string) => string | null;
  /** Pictures of game providers' games, copied when the games were imported. */
  readonly art: ArtSource;
  /** Texts of the site that operators have changed. */
  readonly texts: Content["siteTexts"];
  readonly shelf: ShelfSource;
}

export interface Site extends SiteOptions {
  readonly host: SiteHost;
  readonly pages: PageSource;
  readonly cache: GuestCache;
  readonly limits: PageLimits;
  readonly delayRefusal: () => Promise<boolean>;
}

/** One request, parsed once, with the results of the steps before the page. */
export interface Visitor {
  readonly request: FastifyRequest;
  readonly page: PageRequest;
  readonly visit: Visit;
  readonly apiOrigin: string;
  readonly cookieHeader: string | undefined;
}
