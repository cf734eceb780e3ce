import SearchOutlined from "@mui/icons-material/SearchOutlined";
import { limits } from "@retro/contract/limits";
import { useT } from "../../../i18n/useT.ts";

interface Props {
  text: string;
  onChange: (text: string) => void;
}

export function BoardSearch({ text, onChange }: Props) {
  const t = useT();
  return (
    <label className="board-search">
      <SearchOutlined fontSize="small" />
      <span className="sr-only">{t("boards.search")}</span>
      <input
        type="search"
        value={text}
        placeholder={t("boards.search")}
        maxLength={limits.boardTitle}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || text === "") return;
          event.stopPropagation();
          onChange("");
        }}
      />
    </label>
  );
}
