import "./skeletons.css";

export function CardSkeletons({ count, height, min = 240 }: { count: number; height: number; min?: number }) {
  return (
    <div
      className="skeleton-cards"
      style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(${min}px, 100%), 1fr))` }}
      aria-hidden
    >
      {Array.from({ length: count }, (_, i) => (
        <span key={i} className="skeleton" style={{ height }} />
      ))}
    </div>
  );
}

export function SpaceSkeleton() {
  return (
    <div className="skeleton-space wide-page" aria-hidden>
      <span className="skeleton title" />
      <span className="skeleton search" />
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  );
}

export function ControlsSkeleton() {
  return (
    <div className="skeleton-controls" aria-hidden>
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  );
}

export function BoardSkeleton() {
  // The preview covers the window. The height keeps the footer below it, where the board will have it.
  if (document.querySelector(".board-preview") !== null)
    return <div className="skeleton-board" style={{ minHeight: "100dvh" }} aria-hidden />;
  return (
    <div className="skeleton-board" aria-hidden>
      <span className="skeleton title" />
      <div className="sections">
        {[0, 1, 2].map((one) => (
          <div key={one} className="section">
            <span className="skeleton heading" />
            <div className="stickers">
              {[88, 108, 72].map((height) => (
                <span key={height} className="skeleton" style={{ height }} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
