import { data } from "react-router";
import type { Locale } from "#kit/i18n/locale.ts";
import type { RequestContext } from "#kit/web/context.ts";
import type { ShownBanner, ShownDocument } from "../shared/contract.ts";
import type { Slot } from "../shared/kinds.ts";

interface PageRequest {
  readonly context: Pick<RequestContext, "get">;
  readonly request: Request;
  readonly language: Locale;
}

/** A document as the address asks for it: with a preview code, that version. Not found without one. */
export async function loadDocument(path: string, { context, request, language }: PageRequest): Promise<ShownDocument> {
  const { pathname, searchParams } = new URL(request.url);
  const answer = await context.get(`${path}?${queryOf(language, searchParams)}`);
  if (answer.status !== 200) throw data({ path: pathname }, 404);
  return (answer.body as { data: ShownDocument }).data;
}

/** The banners of a page; none if they cannot be read. */
export async function loadBanners(
  slot: Slot,
  { context, request, language }: PageRequest,
): Promise<readonly ShownBanner[]> {
  const { searchParams } = new URL(request.url);
  const key = searchParams.get("banner");
  const query = queryOf(language, key === null ? new URLSearchParams() : searchParams);
  if (key !== null) query.set("key", key);
  query.set("slot", slot);
  const answer = await context.get(`/api/v1/banners?${query}`);
  return answer.status === 200 ? (answer.body as { data: ShownBanner[] }).data : [];
}

function queryOf(language: Locale, asked: URLSearchParams): URLSearchParams {
  const preview = asked.get("preview");
  return new URLSearchParams({ language, ...(preview !== null && { preview }) });
}
