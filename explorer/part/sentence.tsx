import { isRisk } from '../../src/api/screening/risk.js';
import type { Definition } from '../app/chain.js';
import { proofPage } from '../app/claims.js';
import { useAsOf } from '../app/context.js';
import { to } from '../app/location.js';
import { isRiskMissing, mayBeginEarlier } from '../claim/coverage.js';
import type { Held } from '../claim/held.js';
import type { ClaimInterval } from '../claim/interval.js';
import { grouped } from '../text/amount.js';
import { day } from '../text/day.js';
import { kindSentence, risksOf, type StatedClaim } from '../text/sentence.js';
import { Address } from './chip.js';
import { ListedAsset, ListsConsulted, ListsOf } from './lists.js';
import { Mark } from './mark.js';
import { OpenClaims } from './open-claims.js';
import { Since } from './since.js';

/** What the address is, in a sentence, with the lists that were consulted. */
export function Sentence({
  address,
  held: { attributes, relations, open },
  known,
}: {
  readonly address: string;
  readonly held: Held;
  readonly known: ReadonlyMap<string, Definition> | undefined;
}) {
  const { block, coverage } = useAsOf();
  const stated = ({ attributeId: id, value }: ClaimInterval): StatedClaim => ({
    id,
    title: known?.get(id)?.title ?? id,
    ...(value !== undefined && { value }),
  });
  const claims = attributes.map((one) => ({ ...stated(one), interval: one }));
  const risks = risksOf(claims);
  const pieces = kindSentence(
    claims,
    relations.map((one) => ({
      ...stated(one),
      counterpart: one.counterpart!,
      since: `${one.startTime === undefined ? `block ${grouped(one.startBlock)}` : day(one.startTime)}${
        mayBeginEarlier(one, coverage) ? ' or earlier' : ''
      }`,
    })),
  );
  const isMissing = isRiskMissing(block, coverage);
  const isOpen = open.some(isRisk);
  return (
    <section class={`sentence ${risks.length === 0 ? '' : 'risky'}`} aria-label="In a sentence">
      {risks.map(({ claim: { id, interval }, says }) => (
        <p key={id} class="risk">
          <strong>{says}</strong> <Since interval={interval} /> <ListsOf id={id} />{' '}
          <a href={to(proofPage(address, id))}>
            proof<span class="sr"> of: {says}</span>
          </a>
          {id === 'risk:impersonates_asset' && interval.value !== undefined && (
            <>
              {' '}
              <ListedAsset symbol={interval.value} />
            </>
          )}
        </p>
      ))}
      <p>
        {pieces.map((piece, at) =>
          typeof piece === 'string' ? piece : <Address key={`${at}`} address={piece.address} />,
        )}
        {risks.length === 0 && !isOpen && (
          <>
            {' '}
            <Mark state={isMissing ? 'unknown' : 'not-proven'} />{' '}
            {isMissing
              ? 'Whether anything points to risk cannot be said: blocks are missing.*'
              : 'Nothing that is checked points to risk.*'}
          </>
        )}
      </p>
      <OpenClaims open={open} known={known} />
      <ListsConsulted mark="* " />
    </section>
  );
}
