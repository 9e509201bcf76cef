import type { ClaimState } from '../claim/coverage.js';

const SAYS: Readonly<Record<ClaimState, string>> = {
  proven: 'proven',
  'not-proven': 'not proven',
  unknown: 'cannot be said',
};

/** Filled: proven. Empty: not proven. Hatched: cannot be said. */
export function Mark({ state }: { readonly state: ClaimState }) {
  return (
    <svg
      class={`mark ${state}`}
      viewBox="0 0 14 14"
      width="14"
      height="14"
      role="img"
      aria-label={SAYS[state]}
    >
      <circle cx="7" cy="7" r="5.5" />
    </svg>
  );
}

/** What the marks mean, once a page. */
export function MarkLegend() {
  return (
    <p class="legend">
      <span>
        <Mark state="proven" /> proven
      </span>
      <span>
        <Mark state="not-proven" /> not proven
      </span>
      <span>
        <Mark state="unknown" /> cannot be said: blocks are missing, or it depends on something that is not
        known
      </span>
    </p>
  );
}

/** The hatching, which every drawing of the page refers to. */
export function Hatching() {
  return (
    <svg class="hidden-defs" width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        <pattern id="hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="4" height="4" class="hatch-ground" />
          <line x1="0" y1="0" x2="0" y2="4" class="hatch-line" />
        </pattern>
      </defs>
    </svg>
  );
}
