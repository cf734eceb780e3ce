import ButtonBase from "@mui/material/ButtonBase";
import { styled } from "@mui/material/styles";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useT } from "../../i18n/useT.ts";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { templatesQuery } from "./templatesQuery.ts";
import { TemplateImage } from "./TemplateImage.tsx";

const Grid = styled("div")(({ theme }) => ({
  display: "grid",
  gap: 16,
  gridTemplateColumns: "repeat(auto-fill, minmax(min(220px, 100%), 1fr))",
  [theme.breakpoints.down("sm")]: { gap: 12, gridTemplateColumns: "1fr 1fr" },
}));
const Card = styled(ButtonBase)(({ theme }) => ({
  display: "flex",
  flexDirection: "column",
  alignItems: "stretch",
  justifyContent: "flex-start",
  gap: 8,
  padding: 8,
  paddingBottom: 16,
  borderRadius: 12,
  textAlign: "start",
  border: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
  transition: "border-color 100ms ease-out, box-shadow 100ms ease-out",
  "&:hover": { borderColor: theme.vars.palette.primary.main, boxShadow: "0 2px 8px rgb(0 0 0 / 0.08)" },
  "& .text": { display: "grid", gap: 4, paddingInline: 8 },
  "& .picture": { aspectRatio: "16 / 9" },
}));

/** The templates as cards; a click opens New Board with that template. */
export function TemplateCards({ onPick }: { onPick: (title: string) => void }) {
  const t = useT();
  const locale = useLocale();
  const { data, error } = useQuery(templatesQuery(locale));
  if (error !== null) return <Typography color="textSecondary">{t("templates.failed")}</Typography>;
  if (data === undefined) return <CardSkeletons count={8} height={220} min={220} />;
  return (
    <Grid>
      {data.map((template) => (
        <Card key={template.title} onClick={() => onPick(template.title)}>
          <TemplateImage img={template.img} className="picture" />
          <span className="text">
            <Typography component="span" sx={{ fontWeight: 600 }}>
              {template.title}
            </Typography>
            <Typography component="span" variant="caption" color="textSecondary">
              {template.description}
            </Typography>
          </span>
        </Card>
      ))}
    </Grid>
  );
}
