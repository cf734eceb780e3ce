// Loaded before the server under test: sets its clock ahead by the milliseconds that the parent process sends.
const realNow = Date.now;
let offsetMs = 0;
Date.now = () => realNow() + offsetMs;
process.on("message", (ms) => {
  offsetMs += Number(ms);
  process.send?.("advanced");
});
process.channel?.unref();
