/** Lower case, without scheme and port; the last part begins with a letter, so that no address is a name. */
const hostNamePattern = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;
const reserved = /^(api|office|files|www)\./;
const longestHostName = 250;

/** Why a name cannot be a mirror. */
export function faultOfHostName(name: string): "form" | "reserved" | undefined {
  if (name.length > longestHostName || !hostNamePattern.test(name)) return "form";
  return reserved.test(name) ? "reserved" : undefined;
}
