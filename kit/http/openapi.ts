import * as z from "zod/mini";
import type { ErrorCode } from "#kit/contract/error-code.ts";
import {
  commonErrors,
  moneyErrors,
  readTooSlow,
  regionErrors,
  sessionIdle,
  stepUpRequired,
} from "#kit/contract/errors.ts";
import {
  dependsOnRegion,
  ownSession,
  type Route,
  requiresActivity,
  routeName,
  successStatusesOf,
} from "#kit/contract/route.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** The codes a call may return, its own first. */
export function errorsOf(route: Route): readonly ErrorCode[] {
  const key = route.moves !== "nothing" && route.caller !== "provider" ? moneyErrors : [];
  const region = dependsOnRegion(route) ? regionErrors : [];
  const own = (route.errors ?? []).filter(error => !region.includes(error));
  // Also of calls that need none, once the caller's address has changed.
  const stepUp =
    route.stepUp || (route.caller === "operator" && route.permission !== ownSession) ? [stepUpRequired] : [];
  const idle = requiresActivity(route) ? [sessionIdle] : [];
  const slow = route.caller === "operator" && route.method === "GET" ? [readTooSlow] : [];
  return [...own, ...stepUp, ...idle, ...slow, ...key, ...region, ...commonErrors];
}

/** The document of `/openapi.json` (OpenAPI 3.1), generated from the declared calls. */
export function openApi(routes: readonly Route[]): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const route of [...routes].sort((a, b) => (routeName(a) < routeName(b) ? -1 : 1))) {
    const path = route.path.replace(/:([^/]+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Fairhouse", version: "1", description: "Every call of the API, printed from its contracts." },
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        operator: { type: "apiKey", in: "cookie", name: "__Host-operator" },
      },
      schemas: { Failure: failureSchema },
    },
  };
}

const failureSchema = {
  type: "object",
  required: ["message", "code"],
  properties: {
    message: { type: "string" },
    code: { type: "string" },
    errors: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
    data: { type: "object" },
  },
};

function operation(route: Route): JsonObject {
  return {
    tags: [route.module],
    summary: route.summary,
    operationId: routeName(route),
    ...(route.caller === "player" && { security: [{ bearer: [] }] }),
    ...(route.caller === "operator" && { security: [{ operator: [] }], "x-permission": route.permission }),
    ...(route.caller === "anyone" && { security: [{}, { bearer: [] }] }),
    "x-caller": route.caller,
    "x-moves": route.moves,
    "x-socket": route.socket === true,
    parameters: parametersOf(route),
    ...(route.body && { requestBody: { required: true, content: json(schemaOf(route.body, "input")) } }),
    responses: { ...successes(route), ...failures(route) },
  };
}

function parametersOf(route: Route): JsonObject[] {
  const key = route.moves !== "nothing" && route.caller !== "provider";
  return [
    ...fieldsOf(route.params, "path"),
    ...fieldsOf(route.query, "query"),
    ...(key
      ? [{ name: "Idempotency-Key", in: "header", required: true, schema: { type: "string", format: "uuid" } }]
      : []),
  ];
}

function fieldsOf(schema: z.ZodMiniType | undefined, location: "path" | "query"): JsonObject[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input") as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: location,
    required: location === "path" || required.includes(name),
    schema: field,
  }));
}

function successes(route: Route): Record<string, JsonObject> {
  const content = route.output && contentOf(route, schemaOf(route.output, "output"));
  return Object.fromEntries(
    successStatusesOf(route).map(status => [status, { description: "Success", ...(content && { content }) }]),
  );
}

function failures(route: Route): Record<string, JsonObject> {
  const byStatus = new Map<number, string[]>();
  for (const { status, code } of errorsOf(route)) byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  const content = json({ $ref: "#/components/schemas/Failure" });
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, { description: codes.join(", "), content }]),
  );
}

function contentOf(route: Route, schema: unknown): JsonObject {
  if (route.file)
    return {
      [route.file]: { schema: { type: "string", ...(!route.file.startsWith("text/") && { format: "binary" }) } },
    };
  return route.page ? { "text/html": { schema } } : json(schema);
}

function json(schema: unknown): JsonObject {
  return { "application/json": { schema } };
}

/** JSON Schema of a field or body; refinements and transformations, which JSON Schema cannot express, are omitted. */
export function schemaOf(schema: z.ZodMiniType, io: "input" | "output"): JsonObject {
  const {
    $schema: _,
    "~standard": __,
    ...rest
  } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Record<string, unknown>;
  return rest;
}
