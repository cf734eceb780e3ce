import MaterialMenu, { type MenuProps } from "@mui/material/Menu";
import { useMemo } from "react";

/** In pixels: about the height of the longest menu. */
const roomForMenu = 440;

interface Props extends Omit<MenuProps, "anchorOrigin" | "transformOrigin" | "onClickCapture"> {
  anchorEl: Element | null;
  align?: "left" | "right";
  gap?: number;
}

/** Others' changes move its button: a menu that follows would move away from under a press. */
export function Menu({ anchorEl, align = "left", gap = 0, ...props }: Props) {
  const { open } = props;
  const place = useMemo(
    () => (open && anchorEl !== null ? placeOf(anchorEl, gap) : null),
    [open, anchorEl, gap],
  );
  const upwards = place?.upwards === true;
  return (
    <MaterialMenu
      anchorEl={place ?? anchorEl}
      anchorOrigin={{ vertical: upwards ? "top" : "bottom", horizontal: align }}
      transformOrigin={{ vertical: upwards ? "bottom" : "top", horizontal: align }}
      {...props}
      onClickCapture={(event) => {
        // The second click of a double click on the button may hit an entry.
        if (event.detail > 1) event.stopPropagation();
      }}
    />
  );
}

/** An anchor at the element's present place. In a window of another size the element's place counts again. */
function placeOf(element: Element, gap: number) {
  const windowSize = () => `${window.innerWidth} ${window.innerHeight}`;
  const withGap = () => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return new DOMRect(x, y - gap, width, height + 2 * gap);
  };
  const [opened, size] = [withGap(), windowSize()];
  const below = window.innerHeight - opened.bottom;
  return {
    nodeType: element.nodeType as typeof Node.ELEMENT_NODE,
    getBoundingClientRect: () => (windowSize() === size ? opened : withGap()),
    upwards: below < roomForMenu && opened.top > below,
  };
}
