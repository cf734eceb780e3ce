import { externalStore, useExternalStore } from "../../ui/externalStore.ts";

/** The soft sound at the timer's end: off until asked for, kept in local storage. */
const key = "retro.timer-sound";

function readStored(): boolean {
  try {
    return localStorage.getItem(key) === "on";
  } catch {
    // Storage may be forbidden; silence is the default.
    return false;
  }
}

const sound = externalStore(readStored());

function setOn(next: boolean): void {
  sound.set(next);
  try {
    if (next) localStorage.setItem(key, "on");
    else localStorage.removeItem(key);
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
  // Heard at once what was turned on; the press also is what browsers ask for before they let a page sound.
  if (next) playChime();
}

/** Whether the timer's end is heard, and the switch. */
export function useChime(): { isOn: boolean; setOn: (on: boolean) => void } {
  const value = useExternalStore(sound);
  return { isOn: value, setOn };
}

let context: AudioContext | undefined;

/** Two soft notes, a third apart; made, not fetched. */
export function playChime(): void {
  if (!sound.get()) return;
  context ??= new AudioContext();
  void context.resume();
  for (const [index, frequency] of [659.25, 523.25].entries()) {
    const at = context.currentTime + 0.05 + index * 0.28;
    const tone = context.createOscillator();
    const loudness = context.createGain();
    tone.frequency.value = frequency;
    loudness.gain.setValueAtTime(0, at);
    loudness.gain.linearRampToValueAtTime(0.12, at + 0.03);
    loudness.gain.exponentialRampToValueAtTime(0.0001, at + 0.9);
    tone.connect(loudness).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.95);
  }
}
