import { externalStore, useExternalStore } from "../../ui/externalStore.ts";
import { recall, remember } from "../../device/deviceMemory.ts";

const sound = externalStore(recall("retro.timer-sound") !== "off");

function setOn(next: boolean): void {
  sound.set(next);
  remember("retro.timer-sound", next ? null : "off");
  // Plays the sound at once, as a preview. Browsers also require a click before a page may play sound.
  if (next) playChime();
}

/** Browsers play nothing before the page's first press. The listener runs after the pressed control's own. */
const { userActivation } = navigator as Partial<Pick<Navigator, "userActivation">>;
const blocked = externalStore(userActivation !== undefined && !userActivation.hasBeenActive);
document.addEventListener("click", () => blocked.set(false), { once: true });

export function useChime(): { isOn: boolean; isBlocked: boolean; setOn: (on: boolean) => void } {
  return { isOn: useExternalStore(sound), isBlocked: useExternalStore(blocked), setOn };
}

let context: AudioContext | undefined;

/** Plays two soft notes, a third apart. They are synthesized, so nothing is fetched. */
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
