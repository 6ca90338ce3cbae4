import { expect } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { openFullApp } from "./full-app.ts";

export type ExportsApp = Awaited<ReturnType<typeof openExports>>;

/** All modules, and three operators: Askar owns the casino, Madina keeps its money, Sanzhar answers players. */
export async function openExports() {
  const app = await openFullApp();
  const hire = (role: Parameters<typeof testOperator>[1], name: string, ip?: string) =>
    testOperator({ ...app, operators: app.modules.operators }, role, name, ip === undefined ? {} : { ip });
  const [askar, madina, sanzhar] = await Promise.all([
    hire("owner", "Askar", "203.0.113.1"),
    hire("finance", "Madina", "203.0.113.2"),
    hire("support", "Sanzhar", "203.0.113.3"),
  ]);
  const run = (job: string, payload: object = {}) =>
    required(
      app.modules.all.flatMap(({ jobs }) => jobs ?? []).find(({ name }) => name === job),
      job,
    ).run(payload as never);
  const make = (id: string) => run("office-export", { id });
  return {
    app,
    hire,
    askar,
    madina,
    sanzhar,
    run,
    /** Makes the file of an order. */
    make,
    auditActions: async (id: string) =>
      (await askar.call(`GET /api/office/audit?subject=export:${id}`)).body.data.items.toReversed(),
    /** The file of a new order. */
    async fileOf(who: TestOperator, list: string, filters: object = {}): Promise<string> {
      const id = await ordered(who, list, filters);
      await make(id);
      const { status, text } = await fetchFile(who, id);
      expect(status, text).toBe(200);
      return text;
    },
  };
}

export const order = (who: TestOperator, list: string, filters: object = {}) =>
  who.call("POST /api/office/exports", { list, filters, reason: "monthly review" });

/** @returns the id of the order */
export async function ordered(who: TestOperator, list: string, filters: object = {}): Promise<string> {
  const { status, text, body } = await order(who, list, filters);
  expect(status, text).toBe(202);
  return body.data.id;
}

export const fetchFile = (who: TestOperator, id: string) => who.call(`GET /api/office/exports/${id}/file`);

/** The header and the rest of a file. */
export const parts = (file: string) => {
  const at = file.indexOf("\r\n\r\n") + 4;
  return [file.slice(0, at), file.slice(at)] as const;
};
export const lines = (rows: string) => rows.trimEnd().split("\r\n");
