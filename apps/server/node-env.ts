/**
 * Imported before everything else: React selects its build by this name when it is loaded. MODE decides unless the operator gave another
 * name, so that nobody has to give both.
 */
process.env.NODE_ENV ??= process.env.MODE || "production";
