import { styled } from "@mui/material/styles";

const Picture = styled("span")(({ theme }) => ({
  display: "block",
  overflow: "hidden",
  borderRadius: 6,
  "& img": { display: "block", width: "100%", height: "100%", objectFit: "cover" },
  "& .dark": { display: "none" },
  ...theme.applyStyles("dark", { "& .dark": { display: "block" }, "& .light": { display: "none" } }),
}));

/** The template's picture, one for each theme: `<key>.svg` and `<key>.dark.svg`. It illustrates the title beside it. */
export function TemplateImage({ img, className }: { img: string; className?: string }) {
  const src = (name: string) => `/api/v1/board-templates/img/${encodeURIComponent(name)}`;
  return (
    <Picture className={className}>
      <img className="light" src={src(img)} alt="" loading="lazy" decoding="async" />
      <img
        className="dark"
        src={src(img.replace(/\.svg$/, ".dark.svg"))}
        alt=""
        loading="lazy"
        decoding="async"
      />
    </Picture>
  );
}
