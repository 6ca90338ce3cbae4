import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import { readReport } from "#kit/db/office-reads.ts";
import type { Host } from "#kit/host/host.ts";
import type { Call, Handler, Operator } from "#kit/http/handler.ts";
import type { ExportList } from "../shared/export-list.ts";

type Filters = Readonly<Record<string, string>>;

/** Rows that are read at once. */
const pageRows = "500";
const ownFilters: readonly string[] = ["cursor", "limit"];

interface Page {
  readonly data: { readonly items: readonly never[]; readonly next_cursor: string | null };
}

/** What the list's call takes of the filters. Fails with `validation_failed` (`filters_invalid`) for what its page would refuse, too. */
export function inputOf(
  { route }: ExportList,
  filters: Filters,
): { readonly params: Filters; readonly query: Filters } {
  const names = [...route.path.matchAll(/:([a-z]+)/g)].map(([, name = ""]) => name);
  const only = (wanted: boolean) =>
    Object.fromEntries(Object.entries(filters).filter(([name]) => names.includes(name) === wanted));
  const [params, query] = [only(true), only(false)];
  if (ownFilters.some(name => name in query)) refuse();
  return { params: checked(route.params, params), query: checked(route.query, query) };
}

/** A name that the schema does not know is refused: the file would have rows that its filters leave out. */
function checked(schema: z.ZodMiniType | undefined, given: Filters): Filters {
  const read = z.safeParse(schema ?? z.object({}), given);
  if (!read.success) return refuse();
  const known = read.data as Filters;
  return Object.keys(given).every(name => name in known) ? known : refuse();
}

function refuse(): never {
  return fail(validationFailed, { errors: { filters: ["filters_invalid"] } });
}

/** The rows of a list as its operator sees them on the page, page by page. */
export async function* rowsOf(
  host: Pick<Host, "log" | "officeReads">,
  { list, handler }: { readonly list: ExportList; readonly handler: Handler },
  operator: Operator,
  filters: Filters,
): AsyncGenerator<readonly never[]> {
  const { params, query } = inputOf(list, filters);
  const output = list.route.output;
  let cursor: string | null = null;
  do {
    const input = { params, query: { ...query, limit: pageRows, ...(cursor !== null && { cursor }) }, body: undefined };
    const answer = await readReport(host, () => handler.run(callBy(operator, input, host.log)));
    // The contract masks personal data.
    const page = (output ? z.parse(output, answer) : answer) as Page;
    yield page.data.items;
    cursor = page.data.next_cursor;
  } while (cursor !== null);
}

/** A call of the page by its operator, made by a job. */
function callBy(operator: Operator, input: unknown, log: Host["log"]): Call {
  const call = {
    input,
    operator,
    session: null,
    token: null,
    key: undefined,
    locale: "en",
    ip: "",
    hostname: "",
    userAgent: "",
    cookies: {},
    url: "",
    rawBody: new Uint8Array(),
    headers: {},
    requestId: "",
    log,
    setHeader: () => undefined,
    setStatus: () => undefined,
  };
  return call as unknown as Call;
}
