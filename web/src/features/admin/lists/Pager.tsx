import "./lists.css";
import ChevronLeftOutlined from "@mui/icons-material/ChevronLeftOutlined";
import ChevronRightOutlined from "@mui/icons-material/ChevronRightOutlined";
import FirstPageOutlined from "@mui/icons-material/FirstPageOutlined";
import LastPageOutlined from "@mui/icons-material/LastPageOutlined";
import MenuItem from "@mui/material/MenuItem";
import Select from "@mui/material/Select";
import type { ListMeta } from "@retro/contract/lists";
import { useLocale, useT } from "../../../i18n/useT.ts";
import { IconAction } from "../../../ui/controls/IconAction.tsx";
import { lastPage, pageSizes } from "./useList.ts";
import type { ListState } from "./useList.ts";

interface Props {
  meta: ListMeta;
  onChange: (change: Partial<ListState>) => void;
}

export function Pager({ meta, onChange }: Props) {
  const { total, page, per_page: size } = meta;
  const t = useT();
  const number = new Intl.NumberFormat(useLocale());
  const last = lastPage(meta);
  const from = Math.min((page - 1) * size + 1, total);
  const to = Math.min(page * size, total);
  return (
    <div className="pager">
      {total > pageSizes[0] && <PageSizeSelect size={size} onChange={onChange} />}
      <span role="status" className="pager-range">
        {t("admin.range", { from: number.format(from), to: number.format(to), total: number.format(total) })}
      </span>
      {last > 1 && <PageButtons page={page} last={last} onChange={onChange} />}
    </div>
  );
}

function PageSizeSelect({ size, onChange }: { size: number; onChange: Props["onChange"] }) {
  const t = useT();
  return (
    <label className="pager-size">
      {t("admin.perPage")}
      <Select
        variant="standard"
        disableUnderline
        value={size}
        className="pager-select"
        inputProps={{ "aria-label": t("admin.perPage") }}
        onChange={({ target }) => onChange({ perPage: Number(target.value) })}
      >
        {pageSizes.map((each) => (
          <MenuItem key={each} value={each}>
            {each}
          </MenuItem>
        ))}
      </Select>
    </label>
  );
}

interface PageButtonsProps {
  page: number;
  last: number;
  onChange: Props["onChange"];
}

function PageButtons({ page, last, onChange }: PageButtonsProps) {
  const t = useT();
  return (
    <div className="pager-buttons">
      <IconAction
        icon={FirstPageOutlined}
        label={t("admin.first")}
        disabled={page <= 1}
        onClick={() => onChange({ page: 1 })}
      />
      <IconAction
        icon={ChevronLeftOutlined}
        label={t("admin.previous")}
        disabled={page <= 1}
        onClick={() => onChange({ page: page - 1 })}
      />
      <IconAction
        icon={ChevronRightOutlined}
        label={t("admin.next")}
        disabled={page >= last}
        onClick={() => onChange({ page: page + 1 })}
      />
      <IconAction
        icon={LastPageOutlined}
        label={t("admin.last")}
        disabled={page >= last}
        onClick={() => onChange({ page: last })}
      />
    </div>
  );
}
