import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const worth = /\.(js|css|svg|txt|json)$/;
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Writes `.br` and `.gz` beside every text file of the browser's build, so that the server compresses nothing twice. */
export function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    async generateBundle(_options, bundle) {
      if (this.environment.name !== "client") return;
      for (const [fileName, output] of Object.entries(bundle)) {
        if (!worth.test(fileName)) continue;
        const source = Buffer.from(output.type === "chunk" ? output.code : output.source);
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: source.length };
        this.emitFile({ type: "asset", fileName: `${fileName}.br`, source: await brotli(source, { params }) });
        this.emitFile({ type: "asset", fileName: `${fileName}.gz`, source: await deflate(source, { level: 9 }) });
      }
    },
  };
}
