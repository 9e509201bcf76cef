import type { Definition } from '../app/chain.js';
import { ChainText } from '../part/chain-text.js';
import { Mark } from '../part/mark.js';
import { checksummed } from '../text/address.js';
import { grouped } from '../text/amount.js';
import type { CheckedBundle } from './checked-bundle.js';
import { CompareNode } from './compare-node.js';
import { ATTESTED, SUPPORTS, whatHolds } from './levels.js';

/** What a checked bundle proves, and what it does not show. */
export function Outcome({
  outcome,
  known,
}: {
  readonly outcome: CheckedBundle;
  readonly known: ReadonlyMap<string, Definition> | undefined;
}) {
  if (outcome.kind === 'no bundle')
    return (
      <p class="notice danger" role="alert">
        <strong>This is no bundle.</strong> {outcome.reason}
      </p>
    );
  if (outcome.kind === 'refuted')
    return (
      <p class="notice danger" role="alert">
        <strong>V{outcome.level} does not hold.</strong> {outcome.place}: {outcome.reason}
      </p>
    );
  if (outcome.kind === 'verified call') return <CallOutcome {...outcome} />;
  const { supports, attested, blocks, canonicity, claim, value, proof, subject, object, block } = outcome;
  const title = known?.get(claim)?.title;
  return (
    <div class="outcome">
      <p>
        <Mark state="proven" /> <strong>{whatHolds(outcome)}</strong> The bundle proves of the address{' '}
        <code class="break">{checksummed(subject)}</code> at the end of block {grouped(block)}:{' '}
        <b>{title ?? claim}</b>
        {object !== undefined && (
          <>
            {' '}
            <code class="break">{checksummed(object)}</code>
          </>
        )}
        {value !== undefined && (
          <>
            {' '}
            <ChainText text={value} />
          </>
        )}
        {title !== undefined && <span class="quiet"> ({claim})</span>}.
      </p>
      <p class="quiet">
        It was checked in this browser, and sent nowhere. Hash of the proof:{' '}
        <code class="break">{proof}</code>
      </p>
      <h3>What supports it</h3>
      <ul class="refs">
        {supports.map(([ref, support]) => (
          <li key={ref}>
            <span class={`support ${support}`} title={SUPPORTS[support]}>
              {support}
            </span>{' '}
            <code class="break">{ref}</code>
          </li>
        ))}
      </ul>
      <h3>What this does not show</h3>
      <p>No block of the bundle shows the following. Its maker attests it.</p>
      <ul class="attested">
        {attested.map(({ kind, about, says }) => (
          <li key={`${kind} ${about} ${says}`}>
            <b>{ATTESTED[kind]}</b>: {says} <code class="break quiet">{about}</code>
          </li>
        ))}
      </ul>
      <CompareNode blocks={blocks} canonicity={canonicity} />
    </div>
  );
}

function CallOutcome({
  call,
  outcome,
  output,
  canonicity,
}: Extract<CheckedBundle, { kind: 'verified call' }>) {
  const [, , blockHash, address, data] = call.split(':');
  return (
    <div class="outcome">
      <p>
        <Mark state="proven" /> <strong>The call was executed in this browser</strong>, and all that it read
        is included in the state of the block. The bundle was sent nowhere.
      </p>
      <dl>
        <dt>Contract</dt>
        <dd>
          <code class="break">{address}</code>
        </dd>
        <dt>Call data</dt>
        <dd>
          <code class="break">{data}</code>
        </dd>
        <dt>It {outcome}</dt>
        <dd>
          <code class="break">{output}</code>
        </dd>
      </dl>
      <h3>What this does not show</h3>
      <p>That the EVM of this page has the rules of the block.</p>
      <CompareNode blocks={[blockHash!]} canonicity={canonicity} />
    </div>
  );
}
