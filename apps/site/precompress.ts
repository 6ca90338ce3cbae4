import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const compressible = /\.(js|css|svg|txt|json)$/;
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/**
 * Writes `.br` and `.gz` beside every text file of the browser's build, so that the server compresses nothing twice. It
 * reads the files on disk after the build: chunks still change after their bundle is generated, and the
 * table of routes is written with the server's.
 */
export function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    buildApp: {
      order: "post",
      async handler(builder) {
        const { outDir } = builder.environments.client?.config.build ?? {};
        if (outDir === undefined) return;
        const assets = path.resolve(builder.config.root, outDir, "assets");
        for (const name of await readdir(assets)) if (compressible.test(name)) await compress(path.join(assets, name));
      },
    },
  };
}

async function compress(file: string): Promise<void> {
  const source = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: source.length };
  await writeFile(`${file}.br`, await brotli(source, { params }));
  await writeFile(`${file}.gz`, await deflate(source, { level: 9 }));
}
