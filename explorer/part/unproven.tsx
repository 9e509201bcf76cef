import type { Definition } from '../app/chain.js';
import type { ClaimName } from '../app/claim-text.js';
import { proofPage } from '../app/claims.js';
import { useAsOf } from '../app/context.js';
import { explained } from '../app/explained.js';
import { intervalsOf } from '../app/intervals-of.js';
import { to } from '../app/location.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import { stateOfAbsent } from '../claim/coverage.js';
import type { ClaimInterval } from '../claim/interval.js';
import { grouped } from '../text/amount.js';
import { Answered } from './answered.js';
import { ChainText } from './chain-text.js';
import { ClaimHeading } from './claim-heading.js';
import { ListsConsulted, ListsOfAnswer } from './lists.js';
import { Mark } from './mark.js';
import { WhyNot } from './why-not.js';

/** Where no definition has that id. */
export function NoDefinition({ id }: { readonly id: string }) {
  return (
    <>
      <h1>
        <ChainText text={id} />
      </h1>
      <p class="notice warning" role="alert">
        <b>There is no such definition.</b> See <a href={to('definitions')}>what can be proven</a>.
      </p>
    </>
  );
}

/** A claim without a proof at the block: not proven, or unknown. */
export function Unproven({
  claim,
  known,
}: {
  readonly claim: ClaimName;
  readonly known: ReadonlyMap<string, Definition> | undefined;
}) {
  const { at, block, coverage } = useAsOf();
  const definition = known?.get(claim.id);
  const asked = at === undefined ? undefined : block;
  const explanation = useAnswer(
    () => explained(claim, asked),
    [claim.address, claim.id, claim.counterpart, asked],
  );
  const isMissing = stateOfAbsent(claim.id, asked, coverage) === 'unknown';
  const found = dataOf(explanation);
  const isOpen = found?.answer === 'undecided';
  const isUnexplained = explanation.state === 'refused' || explanation.state === 'failed';
  const isUnknown = isMissing || isOpen || isUnexplained;
  const intervals = dataOf(useAnswer(() => intervalsOf(claim), [claim.address, claim.id, claim.counterpart]));
  if (explanation.state === 'answered' && !explanation.data) return <NoDefinition id={claim.id} />;
  return (
    <>
      <ClaimHeading claim={claim} definition={definition} />
      <p class="verdict">
        {explanation.state === 'asking' ? (
          'Asking …'
        ) : (
          <>
            <Mark state={isUnknown ? 'unknown' : 'not-proven'} />{' '}
            <strong>{isUnknown ? 'Cannot be said' : 'Not proven'}</strong>
            {block !== undefined && ` at block ${grouped(block)}`}
            {isMissing
              ? ': blocks are missing that could decide it.'
              : isUnexplained && ': whether it is undecided was not answered.'}
          </>
        )}
      </p>
      {definition && <p class="means">{definition.description}</p>}
      {intervals && intervals.length > 0 && (
        <p>
          It held{' '}
          {intervals.map((one, at) => (
            <span key={one.startBlock}>
              {at > 0 && '; '}
              <a
                href={to(proofPage(claim.address, claim.id, claim.counterpart), {
                  at: one.endBlock ?? one.startBlock,
                })}
              >
                {spanText(one)}
              </a>
            </span>
          ))}
          .
        </p>
      )}
      <Answered answer={explanation}>{(one) => one && <WhyNot explanation={one} />}</Answered>
      <p>
        {!isUnknown && 'Not proven is not disproven: it says that no covered block and no list shows it. '}
        <a href={to(`definitions/${claim.id}`)}>What would prove it</a>.
      </p>
      {found ? (
        <ListsOfAnswer lists={found.lists} block={block} />
      ) : (
        explanation.state !== 'asking' && <ListsConsulted id={claim.id} />
      )}
    </>
  );
}

function spanText({ startBlock, endBlock }: ClaimInterval): string {
  if (endBlock === startBlock) return `only at ${grouped(startBlock)}`;
  return `from ${grouped(startBlock)} to ${endBlock === undefined ? 'now' : grouped(endBlock)}`;
}
