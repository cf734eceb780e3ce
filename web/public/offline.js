// The offline page opens the address that was asked for as soon as the server answers again.
const everyMs = 5000;
const health = new URL("health/ready", document.currentScript.src);
let asking = false;

async function openWhenServed() {
  if (asking || document.hidden) return;
  asking = true;
  try {
    const { ok } = await fetch(health, { cache: "no-store" });
    if (ok) location.reload();
  } catch {
    // Without a connection the next turn asks again.
  }
  asking = false;
}

setInterval(() => void openWhenServed(), everyMs);
addEventListener("online", () => void openWhenServed());
document.addEventListener("visibilitychange", () => void openWhenServed());
