import { storedSetting } from "#kit/web/stored-setting.ts";
import type { Switch } from "./use-stored-choice.ts";

const setting = storedSetting("stake-max", ["off", "on"], "off");

/** Whether stake fields have a Max button: off by default, stored on this device. All fields of a page change at once. */
export function useMaxButton(): Switch {
  return { on: setting.use() === "on", set: on => setting.set(on ? "on" : "off") };
}
