import { createContext, startTransition, use, useEffect, useLayoutEffect, useState } from "react";
import type { ComponentProps, ReactNode } from "react";
import type { PathParams } from "@retro/contract/screens";
import { basePath } from "../api/basePath.ts";
import { hrefOf } from "./paths.ts";

/** `pathname`: without the path below which the product is served. */
interface Location {
  pathname: string;
  search: string;
  hash: string;
  state: unknown;
}

function readLocation(): Location {
  const { pathname, search, hash } = window.location;
  return {
    pathname: pathname.slice(basePath.length) || "/",
    search,
    hash,
    state: window.history.state as unknown,
  };
}

const LocationContext = createContext<Location | null>(null);
const navigated = new EventTarget();

export function Router({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(readLocation);
  useLayoutEffect(() => {
    // In a transition the old screen stays until the code of the next one is loaded.
    const update = () => startTransition(() => setLocation(readLocation()));
    window.addEventListener("popstate", update);
    navigated.addEventListener("navigate", update);
    return () => {
      window.removeEventListener("popstate", update);
      navigated.removeEventListener("navigate", update);
    };
  }, []);
  return <LocationContext value={location}>{children}</LocationContext>;
}

export function useLocation(): Location {
  const location = use(LocationContext);
  if (location === null) throw new Error("useLocation() outside of <Router>");
  return location;
}

export function navigate(
  to: string,
  { replace = false, state = null }: { replace?: boolean; state?: unknown } = {},
): void {
  try {
    window.history[replace ? "replaceState" : "pushState"](state, "", hrefOf(to));
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "SecurityError")) throw error;
    // Safari refuses after a hundred entries in some seconds, and still loads pages.
    window.location[replace ? "replace" : "assign"](hrefOf(to));
    return;
  }
  navigated.dispatchEvent(new Event("navigate"));
}

/** Leads to another address instead of showing something. */
export function Redirect({ to, state = null }: { to: string; state?: string | null }) {
  useEffect(() => navigate(to, { replace: true, state }), [to, state]);
  return null;
}

interface LinkProps extends Omit<ComponentProps<"a">, "href" | "target" | "download"> {
  to: string;
}

/** A press that asks for a new tab or window is the browser's. */
export function Link({ to, onClick, children, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={hrefOf(to)}
      onClick={(event) => {
        onClick?.(event);
        const { button, metaKey, altKey, ctrlKey, shiftKey } = event;
        if (event.defaultPrevented || button !== 0 || metaKey || altKey || ctrlKey || shiftKey) return;
        event.preventDefault();
        const { pathname, search, hash } = readLocation();
        navigate(to, { replace: to === pathname + search + hash });
      }}
    >
      {children}
    </a>
  );
}

export const ParamsContext = createContext<PathParams>({});
export const useParams = (): PathParams => use(ParamsContext);
