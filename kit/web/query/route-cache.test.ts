import { MutationObserver, onlineManager, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { route } from "#kit/contract/route.ts";
import { ApiError } from "../api-error.ts";
import type { Client } from "../client.ts";
import { keepsPrevious, routeCacheOf } from "./route-cache.ts";

const getLimit = route({
  method: "GET",
  path: "/limit/:currency",
  module: "test",
  caller: "player",
  moves: "nothing",
  summary: "",
  params: z.object({ currency: z.string() }),
  output: z.object({ data: z.object({ limit: z.number() }) }),
});
const putLimit = route({
  method: "PUT",
  path: "/limit",
  module: "test",
  caller: "player",
  moves: "nothing",
  summary: "",
  body: z.object({ limit: z.number() }),
  output: z.object({ data: z.object({ limit: z.number() }) }),
});
const withdraw = route({
  method: "POST",
  path: "/payouts",
  module: "test",
  caller: "player",
  moves: "payout",
  summary: "",
  output: z.object({ id: z.string() }),
});
const usd = { params: { currency: "USD" } };
const eur = { params: { currency: "EUR" } };

interface Pending {
  readonly route: { readonly path: string };
  readonly given: unknown;
  readonly options: { readonly key?: string };
  answer(body: unknown): Promise<void>;
  fail(error: unknown): Promise<void>;
}

/** A page whose responses arrive when the test says so. */
function page(first: string | null = "alice") {
  const pending: Pending[] = [];
  const listeners = new Set<() => void>();
  let id = first;
  const settled = () => new Promise<void>(resolve => setTimeout(resolve, 5));
  const call = (called: never, given: never, options: never) =>
    new Promise((resolve, reject) => {
      pending.push({
        route: called,
        given,
        options,
        answer(body) {
          resolve(body);
          return settled();
        },
        fail(error) {
          reject(error);
          return settled();
        },
      });
    });
  const client = {
    api: { call },
    player: {
      key: () => id,
      subscribe: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  } as unknown as Client;
  const cache = routeCacheOf(client);
  return {
    pending,
    /** The call with this number, once it is sent. */
    async sent(index: number): Promise<Pending> {
      await vi.waitFor(() => expect(pending.length, "calls sent").toBeGreaterThan(index));
      return pending[index] as Pending;
    },
    client,
    cache,
    signIn(next: string | null) {
      id = next;
      for (const listener of listeners) listener();
    },
    /** Shows a limit, as a component does. */
    show(given = usd) {
      const observer = new QueryObserver(cache.queries, {
        queryKey: cache.keyOf(getLimit, given),
        queryFn: () => cache.call(getLimit, given),
      });
      return { observer, stop: observer.subscribe(() => undefined) };
    },
  };
}

afterEach(() => onlineManager.setOnline(true));

test("components that read the same route with the same input share one request, another input has its own", async () => {
  const { pending, show } = page();
  const [a, b, other] = [show(), show(), show(eur)];
  expect(pending.map(({ given }) => given)).toEqual([usd, eur]);
  await pending[0]?.answer({ data: { limit: 5 } });
  expect(a.observer.getCurrentResult().data).toEqual({ limit: 5 });
  expect(b.observer.getCurrentResult().data).toEqual({ limit: 5 });
  expect(other.observer.getCurrentResult().data).toBeUndefined();
});

test("a page has one cache, another page its own", () => {
  const one = page();
  expect(routeCacheOf(one.client)).toBe(one.cache);
  expect(page().cache).not.toBe(one.cache);
});

test("the response to a read from before a change does not undo the change", async () => {
  const { pending, cache, show } = page();
  const { observer } = show();
  await pending[0]?.answer({ data: { limit: 5 } });
  void observer.refetch();
  cache.set(getLimit, usd, { limit: 9 });
  await pending[1]?.answer({ data: { limit: 5 } });
  expect(observer.getCurrentResult().data).toEqual({ limit: 9 });
  expect(cache.get(getLimit, usd)).toEqual({ limit: 9 });
});

test("the first response does not undo a change that was made while it was awaited", async () => {
  const { pending, cache, show } = page();
  const { observer } = show();
  cache.set(getLimit, usd, { limit: 9 });
  await pending[0]?.answer({ data: { limit: 5 } });
  expect(observer.getCurrentResult().data).toEqual({ limit: 9 });
});

test("after an invalidation the response to an earlier read is ignored", async () => {
  const { pending, cache, show } = page();
  const { observer } = show();
  void cache.invalidate(getLimit);
  expect(pending).toHaveLength(2);
  await pending[1]?.answer({ data: { limit: 9 } });
  await pending[0]?.answer({ data: { limit: 5 } });
  expect(observer.getCurrentResult().data).toEqual({ limit: 9 });
});

test("an invalidation by route reads every input that is shown", async () => {
  const { pending, cache, show } = page();
  show();
  show(eur);
  await pending[0]?.answer({ data: { limit: 5 } });
  await pending[1]?.answer({ data: { limit: 6 } });
  void cache.invalidate(getLimit);
  expect(pending.slice(2).map(({ given }) => given)).toEqual([usd, eur]);
});

test("when the player signs out or another signs in, nothing of the former one stays", async () => {
  const { pending, cache, show, signIn } = page();
  show();
  await pending[0]?.answer({ data: { limit: 5 } });
  show(eur);
  signIn("bob");
  await pending[1]?.answer({ data: { limit: 6 } });
  expect(cache.get(getLimit, usd)).toBeUndefined();
  expect(cache.queries.getQueryCache().getAll()).toEqual([]);
  signIn("alice");
  expect(cache.get(getLimit, usd)).toBeUndefined();
  expect(cache.get(getLimit, eur)).toBeUndefined();
});

test("the former input's response is shown until the next one arrives, unless another player has signed in", async () => {
  const { pending, cache, signIn } = page();
  const optionsOf = (given: typeof usd) => {
    const queryKey = cache.keyOf(getLimit, given);
    const queryFn = () => cache.call(getLimit, given);
    return { queryKey, queryFn, placeholderData: keepsPrevious(queryKey) };
  };
  const observer = new QueryObserver<unknown>(cache.queries, optionsOf(usd));
  observer.subscribe(() => undefined);
  await pending[0]?.answer({ data: { limit: 5 } });
  observer.setOptions(optionsOf(eur));
  expect(observer.getCurrentResult()).toMatchObject({ data: { limit: 5 }, isPlaceholderData: true });
  await pending[1]?.answer({ data: { limit: 6 } });
  signIn("bob");
  observer.setOptions(optionsOf(eur));
  expect(observer.getCurrentResult().data).toBeUndefined();
});

test("a guest does not call a player's routes", () => {
  const { cache, signIn } = page(null);
  expect(cache.canRead(getLimit)).toBe(false);
  expect(cache.canRead({ ...getLimit, caller: "anyone" })).toBe(true);
  signIn("alice");
  expect(cache.canRead(getLimit)).toBe(true);
});

test("a failed read keeps its error code and is not repeated", async () => {
  const { pending, show } = page();
  const { observer } = show();
  await pending[0]?.fail(new ApiError(403, { code: "geo_blocked", message: "Not here" }));
  expect(observer.getCurrentResult().error).toMatchObject({ status: 403, code: "geo_blocked" });
  await new Promise(resolve => setTimeout(resolve, 50));
  expect(pending).toHaveLength(1);
});

const mutate = ({ cache }: ReturnType<typeof page>, ...[of, effects = {}]: Parameters<typeof cache.mutationOf>) =>
  new MutationObserver(cache.queries, cache.mutationOf(of, effects) as never);

test("a money call is sent once, with its key, and rejects with the code of the refusal", async () => {
  const alice = page();
  const sent = mutate(alice, withdraw).mutate({ given: {}, options: { key: "one" } } as never);
  const refused = expect(sent).rejects.toMatchObject({ status: 409, code: "payout_open" });
  expect(await alice.sent(0)).toMatchObject({ route: withdraw, options: { key: "one" } });
  await (await alice.sent(0)).fail(new ApiError(409, { code: "payout_open" }));
  await refused;
  await new Promise(resolve => setTimeout(resolve, 50));
  expect(alice.pending).toHaveLength(1);
});

test("without a connection a call fails at once instead of being sent when the connection returns", async () => {
  const alice = page();
  onlineManager.setOnline(false);
  const sent = mutate(alice, withdraw).mutate({ given: {}, options: {} } as never);
  const refused = expect(sent).rejects.toMatchObject({ code: "network" });
  await (await alice.sent(0)).fail(new ApiError(0, null));
  await refused;
  onlineManager.setOnline(true);
  await new Promise(resolve => setTimeout(resolve, 50));
  expect(alice.pending).toHaveLength(1);
});

test("a mutation stores its response and has the named routes read again, after a failure too", async () => {
  const alice = page();
  const { observer } = alice.show(eur);
  await (await alice.sent(0)).answer({ data: { limit: 5 } });
  const change = mutate(alice, putLimit, {
    invalidates: [getLimit],
    onSuccess: (data, cache) => cache.set(getLimit, usd, data as { limit: number }),
  });
  const changed = change.mutate({ given: { body: { limit: 7 } }, options: {} } as never);
  await (await alice.sent(1)).answer({ data: { limit: 7 } });
  expect(alice.cache.get(getLimit, usd)).toEqual({ limit: 7 });
  await (await alice.sent(2)).answer({ data: { limit: 8 } });
  await changed;
  expect(observer.getCurrentResult().data).toEqual({ limit: 8 });

  const lost = change.mutate({ given: { body: { limit: 7 } }, options: {} } as never).catch(() => "lost");
  await (await alice.sent(3)).fail(new ApiError(0, null));
  await (await alice.sent(4)).answer({ data: { limit: 9 } });
  expect(await lost).toBe("lost");
  expect(observer.getCurrentResult().data).toEqual({ limit: 9 });
});

test("a response that arrives after another player has signed in changes nothing of theirs", async () => {
  const alice = page();
  const change = mutate(alice, putLimit, {
    onSuccess: (data, cache) => cache.set(getLimit, usd, data as { limit: number }),
  });
  void change.mutate({ given: { body: { limit: 7 } }, options: {} } as never);
  await alice.sent(0);
  alice.signIn("bob");
  await (await alice.sent(0)).answer({ data: { limit: 7 } });
  expect(alice.cache.get(getLimit, usd)).toBeUndefined();
});

test("what was sent, which may be a password, is not kept", async () => {
  const alice = page();
  const observer = mutate(alice, putLimit);
  const sent = observer.mutate({ given: { body: { limit: 7 } }, options: {} } as never);
  await (await alice.sent(0)).answer({ data: { limit: 7 } });
  await sent;
  observer.reset();
  await new Promise(resolve => setTimeout(resolve, 20));
  expect(alice.cache.queries.getMutationCache().getAll()).toEqual([]);
});
