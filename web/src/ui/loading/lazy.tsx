import { createElement, lazy, Suspense } from "react";
import type { ComponentType, LazyExoticComponent, ReactNode } from "react";
import { fetchChunk, prefetchLater } from "./chunks.ts";
import { PartErrorBoundary, PartLoading } from "./PartErrorBoundary.tsx";

type Module<Name extends string, Props> = Record<Name, ComponentType<Props>>;

const loadTheme = () => import("../../theme/MaterialTheme.tsx");
let themeNamed = false;

function prefetchWithTheme(load: () => Promise<unknown>, plain: boolean, editing = false): void {
  if (!plain && !themeNamed) {
    themeNamed = true;
    prefetchLater(loadTheme, true);
  }
  prefetchLater(load, editing);
}

/**
 * `prefetch`: also fetched when the page is idle; `plain`: it has no Material component and needs no theme.
 */
export function lazyScreen<Name extends string, Props extends object>(
  load: () => Promise<Module<Name, Props>>,
  name: Name,
  { prefetch = false, plain = false }: { prefetch?: boolean; plain?: boolean } = {},
): LazyExoticComponent<ComponentType<Props>> {
  if (prefetch) prefetchWithTheme(load, plain);
  return lazy(async () => {
    if (plain) return { default: (await fetchChunk(load))[name] };
    const [module, { MaterialTheme }] = await Promise.all([fetchChunk(load), fetchChunk(loadTheme)]);
    const Screen: ComponentType<Props> = module[name];
    return { default: (props: Props) => <MaterialTheme>{createElement(Screen, props)}</MaterialTheme> };
  });
}

/** `silent`: shows nothing while it loads or when it fails; `editing`: is fetched before the others. */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Module<Name, Props>>,
  name: Name,
  {
    silent = false,
    prefetch = true,
    editing = false,
    plain = false,
    fallback = silent ? null : <PartLoading />,
  }: { silent?: boolean; prefetch?: boolean; editing?: boolean; plain?: boolean; fallback?: ReactNode } = {},
): ComponentType<Props> {
  const create = (): ComponentType<Props> => lazyScreen(load, name, { plain });
  let Part = create();
  // React caches the failure of a lazy component: a retry needs a new component.
  const renew = () => {
    Part = create();
  };
  if (prefetch) prefetchWithTheme(load, plain, editing);
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

/** For parts that the page works without, and that have no Material component. */
export const optionalPart = { silent: true, plain: true };
/** For parts that writing and moving stickers needs. */
export const editingPart = { editing: true };
