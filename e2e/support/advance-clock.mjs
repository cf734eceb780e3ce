// Loaded before the server under test: sets its clock ahead, by `E2E_CLOCK_AHEAD_MS` at first and later by
// what the parent process sends.
const realNow = Date.now;
let offsetMs = Number(process.env["E2E_CLOCK_AHEAD_MS"] ?? 0);
Date.now = () => realNow() + offsetMs;
process.on("message", (ms) => {
  offsetMs += Number(ms);
  process.send?.("advanced");
});
process.channel?.unref();
