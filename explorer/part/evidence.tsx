import { to } from '../app/location.js';
import { type Data, get, Refused } from '../app/service.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import { readRef, supportOf } from '../text/evidence-ref.js';
import { Badge } from './badge.js';
import { ChainText } from './chain-text.js';
import { Address, Hash } from './chip.js';
import { EventArguments } from './event-arguments.js';
import { When } from './when.js';

type Found = Data<'evidence/{ref}'>;

/** The records of the chain to which a proof refers, as the service finds them. */
export function Evidence({ refs }: { readonly refs: readonly string[] }) {
  if (refs.length === 0) return <p>It depends only on other proofs and lists.</p>;
  return (
    <ul class="refs">
      {refs.map((ref) => (
        <EvidenceItem key={ref} reference={ref} />
      ))}
    </ul>
  );
}

function EvidenceItem({ reference }: { readonly reference: string }) {
  const found = dataOf(
    useAnswer(async () => {
      try {
        return await get('evidence/{ref}', { path: { ref: reference } });
      } catch (error) {
        // A reference that cannot be found here is shown as it is.
        if (error instanceof Refused) return undefined;
        throw error;
      }
    }, [reference]),
  );
  const support = supportOf(reference);
  return (
    <li>
      {support && <Badge support={support} />}{' '}
      {found ? <FoundRecord found={found} /> : readRef(reference).says}{' '}
      <code class="break quiet">{reference}</code>
    </li>
  );
}

function FoundRecord({
  found: { kind, blockNumber, timestamp, txHash, address, decoded, slot, selector },
}: {
  readonly found: Found;
}) {
  return (
    <>
      {kind === 'log' ? 'event' : kind}{' '}
      {decoded && (
        <>
          <b>
            <ChainText text={decoded.name} longest={40} />
          </b>{' '}
          {decoded.args && <EventArguments values={decoded.args} />}{' '}
        </>
      )}
      {selector !== undefined && <code>{selector}</code>}{' '}
      {slot !== undefined && <code class="break">{slot}</code>}
      {address !== undefined && (
        <>
          {' '}
          of <Address address={address} />
        </>
      )}{' '}
      · block <When block={blockNumber} time={timestamp} />
      {txHash !== undefined && (
        <>
          {' '}
          · transaction <Hash hash={txHash} href={to(`tx/${txHash}`)} />
        </>
      )}
      <br />
    </>
  );
}
