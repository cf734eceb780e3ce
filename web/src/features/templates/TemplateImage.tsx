import "./templates.css";
import { apiBase } from "../../api/client.ts";

/** `<key>.svg` and `<key>.dark.svg`, one for each theme. */
export function TemplateImage({ img, className }: { img: string; className?: string | undefined }) {
  const src = (name: string) => `${apiBase}board-templates/img/${encodeURIComponent(name)}`;
  return (
    <span className={className}>
      <img className="light" src={src(img)} alt="" loading="lazy" decoding="async" />
      <img
        className="dark"
        src={src(img.replace(/\.svg$/, ".dark.svg"))}
        alt=""
        loading="lazy"
        decoding="async"
      />
    </span>
  );
}
