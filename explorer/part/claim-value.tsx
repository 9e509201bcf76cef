import { claimValue } from '../text/claim-value.js';
import { ChainText } from './chain-text.js';

/** The value of a claim beside its title, shortened; nothing where it has none. */
export function ClaimValue({
  claim: { attributeId, value },
}: {
  readonly claim: { readonly attributeId: string; readonly value?: string };
}) {
  if (value === undefined) return null;
  return (
    <span class="value">
      <ChainText text={claimValue(attributeId, value)} longest={40} />
    </span>
  );
}
