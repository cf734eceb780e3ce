import type { Page } from "@playwright/test";

/** What a user has done so far: presses of a pointer, and fields in which they wrote. */
export interface Actions {
  clicks: number;
  fields: number;
}

/** Counts what the user of a page does, over all pages that it goes to. Call it before the first one. */
export async function countActions(page: Page): Promise<Actions> {
  const written = new Set<string>();
  const actions: Actions = { clicks: 0, fields: 0 };
  await page.exposeFunction("reportAction", (field: string | null) => {
    if (field === null) actions.clicks += 1;
    else written.add(field);
    actions.fields = written.size;
  });
  await page.addInitScript(() => {
    const { reportAction } = globalThis as typeof globalThis & {
      reportAction: (field: string | null) => void;
    };
    const names = new WeakMap<EventTarget, string>();
    addEventListener("pointerdown", (event) => event.isTrusted && reportAction(null), true);
    addEventListener(
      "input",
      ({ isTrusted, target }) => {
        if (!isTrusted || target === null) return;
        const name = names.get(target) ?? crypto.randomUUID();
        names.set(target, name);
        reportAction(name);
      },
      true,
    );
  });
  return actions;
}
