import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { required } from "#kit/std/invariant.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import { type Audit, act, requestAction } from "#modules/audit/server/index.ts";
import { type FlagPlace, type FlagSetting, type Flags, fits } from "#modules/flags/server/index.ts";
import { runningSettings } from "#modules/flags/server/running-settings.ts";
import { flagUnchanged } from "#modules/flags/shared/errors.ts";
import { type FlagSpec, type FlagValue, longestFlagMs } from "#modules/flags/shared/flag.ts";
import * as contract from "./contract.ts";

export interface FlagOfficeNeeds {
  readonly host: Host;
  readonly flags: Pick<Flags, "office">;
  readonly approvals: Pick<Approvals, "register" | "ask">;
  readonly audit: Pick<Audit, "record">;
}

const setRequest = "flag.set";
const shownChanges = 50;
const subjectOf = ({ flag, region }: FlagPlace) => `flag:${flag}/${region}`;

/** Flags and settings, for operators: everybody who may read them sees all, and two owners set. */
export function flagHandlers(needs: FlagOfficeNeeds): readonly Handler[] {
  const { host, approvals } = needs;
  const { office } = needs.flags;
  registerSetting(needs);
  return [
    handle(contract.readFlags, async () => {
      const settings = office.settings();
      const changes = await office.changes(shownChanges);
      return {
        data: {
          flags: [...office.declared.values()].map(spec => flagView(spec, settings)),
          changes: changes.map(({ number, askedBy, setBy, value, until, at, ...change }) => ({
            ...change,
            number: Number(number),
            value: value as FlagValue | null,
            until: until?.toISOString() ?? null,
            asked_by: askedBy,
            set_by: setBy,
            at: at.toISOString(),
          })),
        },
      };
    }),
    handle(contract.readSettings, async () => ({
      data: {
        node: host.config.NODE_NAME ?? null,
        settings: runningSettings(host.config).map(({ name, value, isSecret, isSet, isDefault }) => ({
          name,
          value,
          shows: isSecret ? ("secret" as const) : ("value" as const),
          is_set: isSet,
          is_default: isDefault,
        })),
      },
    })),
    act(host, contract.setFlag, async (tx, { operator, input: { body } }) => {
      const { flag, region, set, reason } = body;
      requireValue(needs, flag, set);
      const place = { flag, region };
      const found = await office.find(tx, place);
      if (isSame(found, set)) fail(flagUnchanged);
      const before = found?.value ?? null;
      const payload = {
        flag,
        region,
        flag_before: before,
        flag_value: set?.value ?? null,
        flag_until: set?.until ?? null,
      };
      const asked = { kind: setRequest, subject: subjectOf(place), payload, reason };
      const { id, expiresAt, isNew } = await approvals.ask(tx, asked, operator);
      const after = { kind: setRequest, subject: subjectOf(place), payload };
      return {
        answer: { data: { request: id, expires_at: expiresAt.toISOString() } },
        auditAction: requestAction({ id, isNew }, reason, after),
      };
    }),
  ];
}

type NewSetting = { readonly value: FlagValue; readonly until: string } | null;

/** Fails with `validation_failed` for a flag that is not declared, a value of another type or out of bounds, and an end that is past or too far. */
function requireValue({ host, flags }: FlagOfficeNeeds, flag: string, set: NewSetting): void {
  const spec = flags.office.declared.get(flag) ?? fail(validationFailed, { errors: { flag: ["flag_invalid"] } });
  if (set === null) return;
  if (!fits(spec, set.value)) fail(validationFailed, { errors: { value: ["flag_value_invalid"] } });
  const leftMs = Date.parse(set.until) - host.clock.now();
  if (leftMs <= 0 || leftMs > longestFlagMs) fail(validationFailed, { errors: { until: ["flag_until_invalid"] } });
}

function isSame(found: FlagSetting | undefined, set: NewSetting): boolean {
  if (found === undefined || set === null) return found === undefined && set === null;
  return found.value === set.value && found.until.getTime() === Date.parse(set.until);
}

const payloadOf = z.object({
  flag: contract.flagField,
  region: contract.flagRegionField,
  flag_value: z.nullable(z.union([z.boolean(), z.int()])),
  flag_until: z.nullable(z.string()),
});

function registerSetting({ host, flags, approvals, audit }: FlagOfficeNeeds): void {
  const { office } = flags;
  approvals.register({
    kind: setRequest,
    permission: "flags.write",
    reads: "flags.read",
    needs: 1,
    async versionOf(on, { payload }) {
      const { flag, region, flag_value: value, flag_until: until } = z.parse(payloadOf, payload);
      const spec = office.declared.get(flag);
      const isOver = until !== null && Date.parse(until) <= host.clock.now();
      // A newer program may have dropped the flag or narrowed its bounds since.
      const isKnown = spec !== undefined && (value === null || fits(spec, value));
      return JSON.stringify({ now: await office.versionOf(on, { flag, region }), isOver, isKnown });
    },
    async run(tx, request, by) {
      const { flag, region, flag_value: value, flag_until: until } = z.parse(payloadOf, request.payload);
      const place = { flag, region };
      const before = await office.find(tx, place);
      const set = value === null ? null : { value, until: new Date(required(until, "a value has an end")) };
      const { reason, subject } = request;
      await office.write(tx, { ...place, set, reason, askedBy: request.askedName, setBy: by.name });
      await audit.record(tx, by, {
        action: setRequest,
        subject,
        reason,
        before: before ? { value: before.value, until: before.until.toISOString() } : { value: null, until: null },
        after: { flag, region, value, until, request: request.id, asked_by: request.askedName },
      });
    },
  });
}

function flagView(spec: FlagSpec, settings: readonly FlagSetting[]): contract.FlagView {
  const bounds = spec.type === "integer" ? { least: spec.least, most: spec.most } : { least: null, most: null };
  return {
    name: spec.name,
    type: spec.type,
    least: bounds.least,
    most: bounds.most,
    initial: spec.initial,
    settings: settings
      .filter(({ flag }) => flag === spec.name)
      .map(({ region, value, until, reason, askedBy, setBy, setAt }) => ({
        region,
        value,
        until: until.toISOString(),
        reason,
        asked_by: askedBy,
        set_by: setBy,
        set_at: setAt.toISOString(),
      })),
  };
}
