// Loads the server's code at once, and runs it when its settings arrive: database and sandbox start meanwhile.
const settings = new Promise<NodeJS.ProcessEnv>(resolve => process.once("message", resolve));
process.channel?.ref();
await Promise.all([
  import("#apps/server/start-server.ts"),
  import("#apps/server/site.ts"),
  import("#apps/server/office-site.ts"),
]);
Object.assign(process.env, await settings);
process.channel?.unref();
await import("#apps/server/main.ts");
