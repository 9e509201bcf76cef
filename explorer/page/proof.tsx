import { definitions } from '../app/chain.js';
import type { ClaimName } from '../app/claim-text.js';
import { proofPage } from '../app/claims.js';
import { useAsOf } from '../app/context.js';
import { intervalsOf } from '../app/intervals-of.js';
import { to } from '../app/location.js';
import { carriedOf, type ProofRecord, proofOf } from '../app/proof.js';
import type { PageProps } from '../app/props.js';
import { get } from '../app/service.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import { holdsAt } from '../claim/interval.js';
import { Answered } from '../part/answered.js';
import { Proven } from '../part/proven.js';
import type { Shown } from '../part/rests-on.js';
import { NoDefinition, Unproven } from '../part/unproven.js';
import { grouped } from '../text/amount.js';

/** A proof by its hash, or the proof of a claim at the block of the page. */
export function ProofPage({ values }: PageProps) {
  const { at, block } = useAsOf();
  const { hash, address, id, counterpart } = values;
  const known = dataOf(useAnswer(definitions, []));
  const claim: ClaimName | undefined =
    address === undefined || id === undefined
      ? undefined
      : { address: address.toLowerCase(), id, counterpart: counterpart?.toLowerCase() };
  const isReady = hash !== undefined || at === undefined || block !== undefined;
  const answer = useAnswer<ProofRecord | undefined>(async () => {
    if (!isReady) return undefined;
    if (claim) return await proofOf(claim, at === undefined ? undefined : block);
    return await get('proofs/{proofHash}', { path: { proofHash: hash! } });
  }, [hash, address, id, counterpart, at === undefined ? undefined : block]);
  if (claim && answer.state === 'refused' && answer.refusal.status === 404)
    return known && !known.has(claim.id) ? (
      <NoDefinition id={claim.id} />
    ) : (
      <Unproven claim={claim} known={known} />
    );
  return (
    <>
      {answer.state !== 'answered' && <h1>Proof</h1>}
      <Answered answer={answer} what="this proof">
        {(proof) =>
          proof &&
          (claim ? (
            <ProvenClaim proof={proof} claim={claim} known={known} />
          ) : (
            <ProvenBefore proof={proof} known={known} />
          ))
        }
      </Answered>
    </>
  );
}

/** The proof of a claim at the block of the page. */
function ProvenClaim({ proof, claim, known }: Shown & { readonly claim: ClaimName }) {
  const { at, block } = useAsOf();
  const asked = at === undefined ? undefined : block;
  const intervals = dataOf(useAnswer(() => intervalsOf(claim), [claim.address, claim.id, claim.counterpart]));
  return (
    <Proven
      {...{ proof, name: claim, known }}
      interval={intervals?.find((one) => holdsAt(one, asked))}
      carried={{ block: asked }}
    />
  );
}

/** A proof by its hash, which carries its claim now or carried it before. */
function ProvenBefore({ proof, known }: Shown) {
  const name: ClaimName = { address: proof.subject, id: proof.attributeId, counterpart: proof.object };
  const answer = useAnswer(() => carriedOf(proof), [proof.proofHash]);
  const carried = dataOf(answer);
  return (
    <Proven {...{ proof, name, known, carried }} interval={carried?.interval}>
      <p class="quiet">
        This is one proof by its hash.{' '}
        {carried && (
          <>
            <a href={to(proofPage(name.address, name.id, name.counterpart), { at: carried.block ?? '' })}>
              The claim at{' '}
              {carried.block === undefined ? 'the newest block' : `block ${grouped(carried.block)}`}
            </a>
            .
          </>
        )}
        {answer.state === 'answered' &&
          !carried &&
          'In which blocks it carried the claim is not known here, so there is no bundle of it.'}
      </p>
      {(answer.state === 'refused' || answer.state === 'failed') && (
        <Answered answer={answer}>{() => null}</Answered>
      )}
    </Proven>
  );
}
