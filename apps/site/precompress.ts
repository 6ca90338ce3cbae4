import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const worth = /\.(js|css|svg|txt|json)$/;
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/**
 * Writes `.br` and `.gz` beside every text file of the browser's build, so that the server compresses nothing twice. It
 * reads what is on disk, because chunks are still changed after the bundle has been made.
 */
export function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    async writeBundle({ dir }, bundle) {
      if (this.environment.name !== "client" || !dir) return;
      for (const fileName of Object.keys(bundle)) {
        if (!worth.test(fileName)) continue;
        const file = path.join(dir, fileName);
        const source = await readFile(file);
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: source.length };
        await writeFile(`${file}.br`, await brotli(source, { params }));
        await writeFile(`${file}.gz`, await deflate(source, { level: 9 }));
      }
    },
  };
}
