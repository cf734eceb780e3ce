import { createElement } from "react";
import type { ComponentProps, ComponentType } from "react";

type Tag =
  | "div"
  | "span"
  | "header"
  | "main"
  | "footer"
  | "nav"
  | "ul"
  | "li"
  | "a"
  | "h1"
  | "button"
  | "p"
  | "form";

/** Material's `styled()` without its style engine, for the first view. A `className` is added to `base`. */
export function classed<T extends Tag>(tag: T, base: string): ComponentType<ComponentProps<T>> {
  return function Classed({ className, ...rest }: ComponentProps<T>) {
    return createElement(tag, {
      ...rest,
      className: className === undefined ? base : `${base} ${className}`,
    });
  };
}
