// Loaded before the server under test, by tests that let minutes pass: its clock goes ahead by the milliseconds that its parent sends.
const real = Date.now;
let ahead = 0;
Date.now = () => real() + ahead;
process.on("message", (ms) => {
  ahead += Number(ms);
  process.send?.("turned");
});
process.channel?.unref();
