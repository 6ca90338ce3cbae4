// Loaded first in every child of the launcher. When the launcher has exited, also by a kill that it could not forward, the
// child shuts down instead of holding its port forever. The channel itself keeps no process alive.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
