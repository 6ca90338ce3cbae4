import type { MountedCall } from "#kit/http/dispatcher.ts";

export interface FoundCall {
  readonly mounted: MountedCall;
  readonly params: Readonly<Record<string, string>>;
}

const noParams = Object.freeze({});

/** Finds the call that a command names, among those available over the socket: `POST /api/v1/games/crash/bets/7/cash-out`. */
export function createCallFinder(calls: readonly MountedCall[]): (name: string) => FoundCall | undefined {
  const open = calls.filter(call => call.route.socket === true);
  const literal = new Map(open.map(call => [call.name, { mounted: call, params: noParams }]));
  const patterns = open.filter(call => call.name.includes("/:")).map(call => ({ call, steps: call.name.split("/") }));

  return name => {
    const found = literal.get(name);
    if (found && !name.includes("/:")) return found;
    const steps = name.split("/");
    for (const { call, steps: wanted } of patterns) {
      const params = match(wanted, steps);
      if (params) return { mounted: call, params };
    }
    return undefined;
  };
}

function match(wanted: readonly string[], steps: readonly string[]): Record<string, string> | undefined {
  if (wanted.length !== steps.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, want] of wanted.entries()) {
    const step = steps[index] ?? "";
    if (!want.startsWith(":")) {
      if (want !== step) return undefined;
    } else {
      if (step === "") return undefined;
      params[want.slice(1)] = step;
    }
  }
  return params;
}
