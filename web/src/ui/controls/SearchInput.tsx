import "./search-input.css";
import SearchOutlined from "@mui/icons-material/SearchOutlined";

interface Props {
  className?: string;
  label: string;
  placeholder?: string;
  maxLength: number;
  text: string;
  onChange: (text: string) => void;
}

/** Escape clears it. */
export function SearchInput({
  className = "",
  label,
  placeholder = label,
  maxLength,
  text,
  onChange,
}: Props) {
  return (
    <label className={`search-input ${className}`}>
      <SearchOutlined fontSize="small" />
      <span className="sr-only">{label}</span>
      <input
        type="search"
        value={text}
        placeholder={placeholder}
        maxLength={maxLength}
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
