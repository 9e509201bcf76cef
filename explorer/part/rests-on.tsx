import type { Definition } from '../app/chain.js';
import { to } from '../app/location.js';
import type { ProofRecord } from '../app/proof.js';
import { Hash } from './chip.js';
import { later } from './later.js';

const DefinitionText = later(() => import('../rest.js').then(({ DefinitionText }) => DefinitionText));

/** A proof, and the definitions by their ids once they are known. */
export interface Shown {
  readonly proof: ProofRecord;
  readonly known: ReadonlyMap<string, Definition> | undefined;
}

/** The proofs and the definition that a proof rests on. */
export function RestsOn({ proof, known }: Shown) {
  const holds = [...proof.factResults, ...proof.negativeControlResults] as readonly {
    readonly operator?: string;
    readonly expected?: unknown;
  }[];
  const claims = holds.filter(({ operator }) => operator === 'holds').map(({ expected }) => String(expected));
  return (
    <ul class="rests-on">
      {proof.dependencyProofRefs.map((hash, at) => (
        <li key={hash}>
          {known?.get(claims[at] ?? '')?.title ?? 'another proof'}:{' '}
          <Hash hash={hash} href={to(`proof/${hash}`)} />
        </li>
      ))}
      <li>
        Definition <a href={to(`definitions/${proof.attributeId}`)}>{proof.attributeId}</a>, version{' '}
        {proof.definitionVersion.split('+')[0]}, way of proving: {proof.selectedFamilyId}. Digest of its
        rules: <code class="break">{proof.definitionVersion.split('+')[1]}</code>
        <DefinitionText id={proof.attributeId} version={proof.definitionVersion} />
      </li>
    </ul>
  );
}
