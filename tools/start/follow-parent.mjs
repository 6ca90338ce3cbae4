// Loaded first in every child of the launcher. When the launcher is gone, also by a kill that it could not pass on, the
// child ends in order instead of holding its port for ever. The channel itself keeps no process alive.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
