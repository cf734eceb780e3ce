import { lazy } from "react";
import type { ComponentType, LazyExoticComponent } from "react";

/**
 * A component that is fetched when it is first shown, by its export's name.
 * @throws (when shown) what the import throws
 */
export function lazyNamed<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await load())[name] }));
}
