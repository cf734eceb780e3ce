import "./templates.css";
import type { Template } from "@retro/contract/templates/template";
import type { SpaceTemplate } from "@retro/contract/templates/space-templates";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useMemo, useRef, type KeyboardEvent } from "react";
import { choiceOfSpaceTemplate } from "../../api/spaceTemplateChoice.ts";
import { useLocale, useT } from "../../i18n/useT.ts";
import { templatesQuery } from "./templatesQuery.ts";
import { starCount } from "./starCount.ts";
import { TemplateImage } from "./TemplateImage.tsx";

interface Props {
  label: string;
  value: string;
  onChange: (title: string) => void;
  /** Called when the user chooses a template, not for the automatic first choice. */
  onPick: () => void;
  error?: string | undefined;
  /** Templates of a space, which come first: `null` while they are loaded. */
  shared?: readonly SpaceTemplate[] | null;
}

interface Option {
  value: string;
  title: string;
  description: string;
  img: string;
  count: number | null;
}

const none: readonly SpaceTemplate[] = [];

function optionsOf(shared: readonly SpaceTemplate[], templates: readonly Template[]): Option[] {
  return [
    ...shared.map(({ id, title, sections }) => ({
      value: choiceOfSpaceTemplate(id),
      title,
      description: sections.join(" · "),
      img: "own.svg",
      count: null,
    })),
    ...templates.map((template) => ({ ...template, value: template.title })),
  ];
}

/** A list of templates: title, description, picture, stars. If none is chosen, it chooses the first. */
export function TemplateField({ label, value, onChange, onPick, error, shared = none }: Props) {
  const t = useT();
  const locale = useLocale();
  const labelId = useId();
  const list = useRef<HTMLDivElement>(null);
  const { data: templates, error: failed } = useQuery(templatesQuery(locale));
  const data = useMemo(
    () => (templates === undefined || shared === null ? undefined : optionsOf(shared, templates)),
    [templates, shared],
  );
  const first = templates?.[0]?.title;
  // A choice is given up only when all templates are known.
  const known = data === undefined || data.some((option) => option.value === value);
  useEffect(() => {
    if (!known && first !== undefined) onChange(first);
  }, [known, first, onChange]);
  useEffect(() => {
    if (known && data !== undefined) showChosen(list.current);
  }, [known, data]);
  const highest = Math.max(0, ...(templates ?? []).map((template) => template.count));

  const pick = (chosen: string) => {
    onChange(chosen);
    onPick();
  };
  // The list is one Tab stop; the arrows choose, as in a radio group.
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (step === undefined || data === undefined) return;
    event.preventDefault();
    const at = data.findIndex((option) => option.value === value);
    const next = data[(at + step + data.length) % data.length];
    if (next === undefined) return;
    pick(next.value);
    list.current?.querySelectorAll<HTMLElement>("[role=radio]")[data.indexOf(next)]?.focus();
  };

  return (
    <div className="template-field">
      <div id={labelId} className="label">
        {label}
      </div>
      <div ref={list} className="template-list" role="radiogroup" aria-labelledby={labelId}>
        {data === undefined &&
          failed === null &&
          [1, 2, 3, 4, 5].map((n) => <span key={n} className="skeleton" />)}
        {data?.map((option, i) => (
          <TemplateOption
            key={option.value}
            id={`${labelId}-${i}`}
            template={option}
            stars={starCount(option.count ?? 0, highest)}
            chosen={option.value === value}
            onPick={() => pick(option.value)}
            onKeyDown={move}
          />
        ))}
      </div>
      {failed !== null && <p className="error">{t("templates.failed")}</p>}
      {error !== undefined && <p className="error">{error}</p>}
    </div>
  );
}

interface TemplateOptionProps {
  id: string;
  template: Option;
  stars: number;
  chosen: boolean;
  onPick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function TemplateOption({ id, template, stars, chosen, onPick, onKeyDown }: TemplateOptionProps) {
  const t = useT();
  const { title, description, count, img } = template;
  return (
    <button
      type="button"
      className="template-option"
      role="radio"
      aria-labelledby={id}
      aria-describedby={`${id}-text ${id}-use`}
      aria-checked={chosen}
      tabIndex={chosen ? 0 : -1}
      onClick={onPick}
      onKeyDown={onKeyDown}
    >
      <TemplateImage className="template-image" img={img} />
      <span>
        <span id={id} className="title">
          {title}
        </span>
        <span id={`${id}-text`} className="description">
          {description}
        </span>
        <span id={`${id}-use`} className="use">
          {count === null ? (
            <span>{t("templates.ofSpace")}</span>
          ) : (
            <>
              <Stars value={stars} />
              {/* Five empty stars alone would read as a bad rating. */}
              <span>{count === 0 ? t("templates.unused") : t("templates.used", { count })}</span>
            </>
          )}
        </span>
      </span>
    </button>
  );
}

function Stars({ value }: { value: number }) {
  const t = useT();
  return (
    <span className="stars" role="img" aria-label={t("templates.rating", { stars: value })}>
      ★★★★★
      <span className="full" style={{ width: `${value * 20}%` }}>
        ★★★★★
      </span>
    </span>
  );
}

/** Scrolls the list only: `scrollIntoView` would scroll the dialog too, and the focused title out of a low one. */
function showChosen(list: HTMLElement | null): void {
  const chosen = list?.querySelector("[aria-checked=true]")?.getBoundingClientRect();
  if (!list || chosen === undefined) return;
  const { top, bottom } = list.getBoundingClientRect();
  list.scrollTop += Math.min(0, chosen.top - top) + Math.max(0, chosen.bottom - bottom);
}
