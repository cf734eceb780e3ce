const textFields = "textarea, input:not([type=checkbox], [type=radio], [type=file], [type=hidden])";
type TextField = HTMLInputElement | HTMLTextAreaElement;
const isTextField = (target: EventTarget | null): target is TextField =>
  target instanceof Element && target.matches(textFields);

/**
 * Extensions set a field's text without an event, and what is seen must be what is saved. So before a key or a
 * press can save, such a field reports its text as if it had been typed.
 */
export function noticeTextsSetByOthers(): () => void {
  const known = new WeakMap<TextField, string>();
  const remember = ({ target }: Event) => {
    if (isTextField(target)) known.set(target, target.value);
  };
  const report = (field: TextField) => {
    const text = field.value;
    if ((known.get(field) ?? text) === text) return;
    // React compares with the last text that was set on the element by a script of the page, perhaps this one.
    field.value = `${text} `;
    const prototype: object = Object.getPrototypeOf(field);
    Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    if (key === "Enter" && isTextField(target)) report(target);
  };
  const onFocusOut = ({ target }: FocusEvent) => {
    if (isTextField(target)) report(target);
  };
  const listeners = { focusin: remember, input: remember, keydown: onKeyDown, focusout: onFocusOut };
  for (const [type, listener] of Object.entries(listeners))
    window.addEventListener(type, listener as (event: Event) => void, true);
  return () => {
    for (const [type, listener] of Object.entries(listeners))
      window.removeEventListener(type, listener as (event: Event) => void, true);
  };
}
