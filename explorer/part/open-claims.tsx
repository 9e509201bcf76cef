import type { Definition } from '../app/chain.js';
import { familyTitle } from '../text/family-title.js';
import { Mark } from './mark.js';

/** What may hold of an address besides what is known to hold. */
export function OpenClaims({
  open,
  known,
}: {
  /** Families and ids, as in `Held`. */
  readonly open: readonly string[];
  readonly known: ReadonlyMap<string, Definition> | undefined;
}) {
  if (open.length === 0) return null;
  return (
    <p>
      <Mark state="unknown" /> It cannot be said whether this holds, because it depends on something that is
      not known: {open.map((one) => known?.get(one)?.title ?? familyTitle(one)).join(', ')}.
    </p>
  );
}
