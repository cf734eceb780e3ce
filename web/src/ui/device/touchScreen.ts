/** The keyboard is then on the screen, if at all: texts do not mention keys. */
export function isTouchScreen(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}
