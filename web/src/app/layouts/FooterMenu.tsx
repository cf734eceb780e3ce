import { Menu } from "../../ui/controls/Menu.tsx";
import MenuItem from "@mui/material/MenuItem";

interface Props {
  anchor: HTMLElement;
  links: ReadonlyArray<{ href: string; text: string }>;
  onClose: () => void;
}

export function FooterMenu({ anchor, links, onClose }: Props) {
  return (
    <Menu open anchorEl={anchor} onClose={onClose}>
      {links.map(({ href, text }) => (
        <MenuItem key={href} component="a" href={href} target="_blank" rel="noopener" onClick={onClose}>
          {text}
        </MenuItem>
      ))}
    </Menu>
  );
}
