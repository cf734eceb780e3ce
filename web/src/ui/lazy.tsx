import { lazy, Suspense } from "react";
import type { ComponentType, LazyExoticComponent, ReactNode } from "react";
import { fetchChunk, prefetchLater } from "./chunks.ts";
import { PartErrorBoundary, PartLoading } from "./PartErrorBoundary.tsx";

type Module<Name extends string, Props> = Record<Name, ComponentType<Props>>;

/**
 * A screen that is fetched when it is first shown. A failed fetch is tried again; the boundary around the screen reports the last failure.
 * @param load a dynamic `import()` of the module
 * @param name the component's export
 * @param options `prefetch`: also fetch it when the page is idle, so that it opens without a network
 */
export function lazyScreen<Name extends string, Props extends object>(
  load: () => Promise<Module<Name, Props>>,
  name: Name,
  { prefetch = false }: { prefetch?: boolean } = {},
): LazyExoticComponent<ComponentType<Props>> {
  if (prefetch) prefetchLater(load);
  return lazy(async () => ({ default: (await fetchChunk(load))[name] }));
}

/**
 * A part of a screen (a dialog, a menu, a panel) that is fetched when it is first shown or when the page is idle (`prefetchChunks`). It has
 * an error boundary, so a failure leaves the rest of the screen working.
 * @param load a dynamic `import()` of the module
 * @param name the component's export
 * @param options `silent`: show nothing while it loads or when it fails; `prefetch: false`: fetch it only when it is shown; `fallback`: the
 *   placeholder while it loads
 */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Module<Name, Props>>,
  name: Name,
  {
    silent = false,
    prefetch = true,
    fallback = silent ? null : <PartLoading />,
  }: { silent?: boolean; prefetch?: boolean; fallback?: ReactNode } = {},
): ComponentType<Props> {
  const create = (): ComponentType<Props> => lazyScreen(load, name);
  let Part = create();
  // React caches the failure of a lazy component: a retry needs a new component.
  const renew = () => {
    Part = create();
  };
  if (prefetch) prefetchLater(load);
  return function LazyPart(props: Props) {
    return (
      <PartErrorBoundary silent={silent} onRetry={renew}>
        {() => (
          <Suspense fallback={fallback}>
            <Part {...props} />
          </Suspense>
        )}
      </PartErrorBoundary>
    );
  };
}
