// Runs a provider's verifier module: without files, processes, environment or network. Node's permission model denies the first three
// to this process; the module itself gets a context with the language alone, so that it has no way to a socket. It is given text and
// returns text: no object of this process reaches it.
import { createContext, SourceTextModule } from "node:vm";

let input = "";
process.stdin.setEncoding("utf8");
for await (const part of process.stdin) input += part;
const { module, record } = JSON.parse(input);

const context = createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } });
const noImports = () => {
  // A text, not an error: an error of this process would lead the module to its constructors.
  throw "a verifier module imports nothing";
};
const load = async text => {
  const loaded = new SourceTextModule(text, { context, importModuleDynamically: noImports });
  await loaded.link(noImports);
  await loaded.evaluate();
  return loaded.namespace;
};
const { verify } = await load(module);
const caller = await load("export const call = (verify, text) => JSON.stringify(verify(JSON.parse(text)));");
process.stdout.write(caller.call(verify, record) ?? "null");
