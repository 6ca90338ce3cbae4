import { flushCompileCache } from "node:module";

// The last import of a program that tests end with SIGKILL: Node would otherwise store what it compiled only at an orderly exit, and
// every start would compile all of it again.
flushCompileCache();
