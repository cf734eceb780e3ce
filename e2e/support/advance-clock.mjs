// Loaded before the server under test, by tests that let minutes pass: its clock goes ahead by the milliseconds that its parent sends.
const realNow = Date.now;
let offsetMs = 0;
Date.now = () => realNow() + offsetMs;
process.on("message", (ms) => {
  offsetMs += Number(ms);
  process.send?.("advanced");
});
process.channel?.unref();
