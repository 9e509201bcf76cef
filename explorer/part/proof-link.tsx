import type { ClaimName } from '../app/claim-text.js';
import { proofPage } from '../app/claims.js';
import { to } from '../app/location.js';
import { checksummed, shortened } from '../text/address.js';
import { grouped } from '../text/amount.js';

/** A link to the proof of a claim in a table. It names the claim for screen readers, which may read it without its row. */
export function ProofLink({
  address,
  id,
  counterpart,
  title,
  at,
}: ClaimName & {
  /** Of the definition. */
  readonly title: string;
  /** Undefined for the block of the page. */
  readonly at?: number | undefined;
}) {
  return (
    <a href={to(proofPage(address, id, counterpart), at === undefined ? {} : { at })}>
      proof
      <span class="sr">
        {` of ${title}`}
        {counterpart !== undefined && ` ${said(counterpart)}`} for {said(address)}
        {at !== undefined && ` at ${grouped(at)}`}
      </span>
    </a>
  );
}

const said = (address: string): string => shortened(checksummed(address));
