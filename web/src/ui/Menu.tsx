import MaterialMenu, { type MenuProps } from "@mui/material/Menu";
import { useMemo } from "react";

interface Props extends MenuProps {
  /** The button that opened it; null while the menu is closed. */
  anchorEl: Element | null;
}

/**
 * Material's menu, which stays where it opened. Others' changes move its button; a menu that follows moves away from under a press, and
 * another entry gets it.
 */
export function Menu({ anchorEl, ...props }: Props) {
  const { open } = props;
  const place = useMemo(() => (open && anchorEl !== null ? placeOf(anchorEl) : anchorEl), [open, anchorEl]);
  return <MaterialMenu anchorEl={place} {...props} />;
}

/** An anchor at the element's present place. In a window of another size the element's place counts again. */
function placeOf(element: Element) {
  const windowSize = () => `${window.innerWidth} ${window.innerHeight}`;
  const [opened, size] = [element.getBoundingClientRect(), windowSize()];
  return {
    nodeType: element.nodeType as typeof Node.ELEMENT_NODE,
    getBoundingClientRect: () => (windowSize() === size ? opened : element.getBoundingClientRect()),
  };
}
