import type { Definition } from '../app/chain.js';
import type { ClaimName } from '../app/claim-text.js';
import { ChainText } from './chain-text.js';
import { Address } from './chip.js';

/** A claim as the heading of its page. */
export function ClaimHeading({
  claim: { address, id, counterpart },
  definition,
  value,
}: {
  readonly claim: ClaimName;
  readonly definition: Definition | undefined;
  readonly value?: string | undefined;
}) {
  return (
    <h1 class="claim-title">
      <Address address={address} /> <span class="claim-name">{definition?.title ?? id}</span>{' '}
      {counterpart !== undefined && <Address address={counterpart} />}
      {value !== undefined && (
        <span class="value">
          <ChainText text={value} />
        </span>
      )}
    </h1>
  );
}
