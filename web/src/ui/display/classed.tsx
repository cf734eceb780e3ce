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

/**
 * A component for an element with a class of a style sheet: Material's `styled()` without its style engine,
 * for the first view.
 * @param tag the element
 * @param base the class; a `className` is added to it
 */
export function classed<T extends Tag>(tag: T, base: string): ComponentType<ComponentProps<T>> {
  return function Classed({ className, ...rest }: ComponentProps<T>) {
    return createElement(tag, {
      ...rest,
      className: className === undefined ? base : `${base} ${className}`,
    });
  };
}
