import { Suspense, useEffect, useLayoutEffect, useState } from "react";
import {
  data,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "react-router";
import { Frame } from "#apps/site/frame/frame.tsx";
import ErrorPage from "#apps/site/pages/error-page.tsx";
import { NotFound } from "#apps/site/pages/not-found-page.tsx";
import { isLocale } from "#kit/i18n/locale.ts";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { ApiError } from "#kit/web/api-error.ts";
import { requestContext } from "#kit/web/context.ts";
import { pageCookies } from "#kit/web/cookies.ts";
import type { RootData } from "#kit/web/lang.ts";
import type { ProfileUser } from "#modules/accounts/shared/contract.ts";
import { readToken } from "#modules/accounts/web/cookie.ts";
import { createSessionStore, SessionContext } from "#modules/accounts/web/session.ts";
import { bringUnread } from "#modules/notifications/web/unread-store.ts";
import { Companions } from "./companions.tsx";

/** Refuses a first segment that is no language, and loads the player if the visitor has a token. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  if (params.lang !== undefined && !isLocale(params.lang)) throw data({ path: new URL(request.url).pathname }, 404);
  const { get, hasToken } = context.get(requestContext);
  const [profile, inbox] = hasToken ? await Promise.all([get("/profile/user"), get("/api/v1/inbox/unread")]) : [];
  if (profile?.status !== 200) return { user: null, hasToken, granted: null, unread: null };
  const { user, super_bonus } = profile.body as { user: ProfileUser; super_bonus?: string };
  const unread = inbox?.status === 200 ? (inbox.body as { data: { unread: number } }).data.unread : null;
  return { user, hasToken, granted: super_bonus ?? null, unread };
}

/** The browser keeps the session itself; only a change of language reloads. */
export const shouldRevalidate = ({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) =>
  currentParams.lang !== nextParams.lang;

export default function SiteLayout() {
  const { user, hasToken, granted, unread } = useLoaderData<typeof loader>();
  useLayoutEffect(() => {
    if (user && unread !== null) bringUnread(user.id, unread);
  }, [user, unread]);
  useEffect(() => {
    if (granted !== null) pageCookies.set("super_bonus", granted);
  }, [granted]);
  return (
    <Shell user={user} hasToken={hasToken}>
      {/* A page that fails to hydrate is rendered again inside this boundary: the root's scripts must never be. */}
      <Suspense fallback={<Skeleton height={320} />}>
        <Outlet />
      </Suspense>
    </Shell>
  );
}

/**
 * One level below the root: the root's own boundary would insert its inline script again in the browser, which
 * Trusted Types refuses, and the page would be blank.
 */
export function ErrorBoundary() {
  const error = useRouteError();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <Shell user={null} hasToken={useHasToken()}>
      {missing ? <NotFound /> : <ErrorPage requestId={requestIdOf(error)} />}
    </Shell>
  );
}

/** The id of the failed request, if the API returned one. */
function requestIdOf(error: unknown): string | undefined {
  const id = error instanceof ApiError ? error.data.request_id : undefined;
  return typeof id === "string" ? id : undefined;
}

/** The loader of this layout may have failed: on an error page the player of a token is loaded again. */
function useHasToken(): boolean {
  const root = useRouteLoaderData<RootData>("root");
  return typeof document === "undefined" ? root?.hasToken === true : readToken() !== null;
}

function Shell(props: { user: ProfileUser | null; hasToken: boolean; children: React.ReactNode }) {
  const [store] = useState(() => createSessionStore(props));
  const game = useMatches().some(match => (match.handle as { game?: boolean } | undefined)?.game === true);
  return (
    <SessionContext value={store}>
      <Companions>
        <Frame game={game}>{props.children}</Frame>
      </Companions>
    </SessionContext>
  );
}
