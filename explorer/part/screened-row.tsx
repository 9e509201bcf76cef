import { proofPage } from '../app/claims.js';
import { to } from '../app/location.js';
import type { ScreenedAddress } from '../app/screen-batch.js';
import type { ClaimState } from '../claim/coverage.js';
import { risksOf } from '../text/sentence.js';
import { Address } from './chip.js';
import { Mark } from './mark.js';
import { Since } from './since.js';

/** An address with each of its risks, since when, and the proof at the block that was screened. */
export function ScreenedRow({
  row: { address, kind, risks },
  state,
  open,
  block,
  named,
  titleOf,
}: {
  readonly row: ScreenedAddress;
  readonly state: ClaimState;
  /** What cannot be said of it, and why. */
  readonly open: string | undefined;
  readonly block: number | undefined;
  readonly named: boolean;
  readonly titleOf: (id: string) => string;
}) {
  const claims = risks.map((one) => ({ ...one, id: one.attributeId, title: titleOf(one.attributeId) }));
  return (
    <tr class={risks.length > 0 ? 'danger' : ''}>
      <td>
        <Mark state={state} />
      </td>
      <td>
        <Address address={address} named={named} />
      </td>
      <td>{kind}</td>
      <td>
        {risksOf(claims).map(({ claim, says }) => (
          <div key={claim.id}>
            {says} <Since interval={claim} />{' '}
            <a href={to(proofPage(address, claim.id), { at: block })}>
              proof<span class="sr"> of: {says}</span>
            </a>
          </div>
        ))}
        {open !== undefined && <div>{open}</div>}
        {risks.length === 0 && open === undefined && 'none proven'}
      </td>
    </tr>
  );
}
