import { watch } from "node:fs";
import { join } from "node:path";
import { root } from "./settings.ts";

const pauseMs = 150;
const folders = ["apps/server", "kit", "modules"];
/** Pages and styles are hot-reloaded by the site; tests and texts do not affect the server. */
const ignored = /\/(web|office|ui|live\/web)\/|\.(tsx|css|md|svg)$|\.test\.ts$/;

/** Calls `changed` when code that the server runs was written, once for a burst of files. */
export function watchServerCode(changed: (file: string) => void): void {
  let timer: NodeJS.Timeout | undefined;
  for (const folder of folders) {
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      const file = `${folder}/${name ?? ""}`;
      if (ignored.test(file) || !/\.(ts|json|sql)$/.test(file)) return;
      clearTimeout(timer);
      timer = setTimeout(() => changed(file), pauseMs);
    });
  }
}
