import layoutBuilder, { type PageItem } from "pdfmake/js/LayoutBuilder.js";

/*
 * The library paints the grounds of tables that it keeps whole in the wrong order: a group's ground over those of the stickers nested
 * in it (0.3.11, ElementWriter.addFragment). So grounds are put in order once a page is laid out: first, the larger ones under the smaller.
 */
const { prototype } = layoutBuilder.default;
// oxlint-disable-next-line typescript/unbound-method -- called on its own object below
const layOut = prototype.layoutDocument;

function area({ type, item }: PageItem): number {
  const ground =
    type === "vector" && item.type === "rect" && item.color !== undefined && item.lineColor === undefined;
  return ground ? (item.w ?? 0) * (item.h ?? 0) : 0;
}

/** Makes the library paint nested grounds over the outer ones; harmless when called again. */
export function orderFills(): void {
  prototype.layoutDocument = function layoutDocument(...args) {
    const pages = layOut.apply(this, args);
    for (const page of pages) {
      const grounds = page.items.filter((item) => area(item) > 0).toSorted((a, b) => area(b) - area(a));
      page.items = [...grounds, ...page.items.filter((item) => area(item) === 0)];
    }
    return pages;
  };
}
