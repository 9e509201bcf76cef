import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type Definition, definitions } from '../app/chain.js';
import { type ClaimName, claimText } from '../app/claim-text.js';
import { proofPage } from '../app/claims.js';
import { useAsOf } from '../app/context.js';
import { explained } from '../app/explained.js';
import { intervalsOf } from '../app/intervals-of.js';
import { to } from '../app/location.js';
import { bundleOf, carriedOf, type ProofRecord, proofOf } from '../app/proof.js';
import type { PageProps } from '../app/props.js';
import { get } from '../app/service.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import { CheckPanel } from '../check/check-panel.js';
import { mayEndLater, stateOfAbsent } from '../claim/coverage.js';
import { type ClaimInterval, holdsAt } from '../claim/interval.js';
import { Answered } from '../part/answered.js';
import { ChainText } from '../part/chain-text.js';
import { Address, Hash } from '../part/chip.js';
import { Copy } from '../part/copy.js';
import { Evidence } from '../part/evidence.js';
import { later } from '../part/later.js';
import { ListsConsulted, ListsOfAnswer } from '../part/lists.js';
import { Mark } from '../part/mark.js';
import { PredicateTable } from '../part/predicates.js';
import { Since } from '../part/since.js';
import { save as saveFile } from '../part/table.js';
import { When } from '../part/when.js';
import { WhyNot } from '../part/why-not.js';
import { grouped } from '../text/amount.js';

const DefinitionText = later(() => import('../rest.js').then(({ DefinitionText }) => DefinitionText));

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

interface Shown {
  readonly proof: ProofRecord;
  readonly known: ReadonlyMap<string, Definition> | undefined;
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

function Heading({
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

function Proven({
  proof,
  name,
  known,
  interval,
  carried,
  children,
}: Shown & {
  readonly name: ClaimName;
  readonly interval: ClaimInterval | undefined;
  /** A block of the proof; undefined while none is known. */
  readonly carried: { readonly block?: number | undefined } | undefined;
  readonly children?: ComponentChildren;
}) {
  const [text, setText] = useState<string | undefined>();
  const definition = known?.get(proof.attributeId);
  const load = async (checkpoint = '') => {
    const { bundle, proofHash } = await bundleOf(name, carried?.block, checkpoint);
    if (proofHash !== proof.proofHash)
      throw new Error(`Another proof carries the claim now: ${proofHash}. Load the page again.`);
    return bundle;
  };
  const [failure, setFailure] = useState<string | undefined>();
  const save = async () => {
    const content = text ?? (await load());
    setText(content);
    saveFile(
      `${name.id.replaceAll(':', '-')}-${name.address.slice(0, 10)}.json`,
      content,
      'application/json',
    );
  };
  return (
    <>
      <Heading claim={name} definition={definition} value={proof.value} />
      <p class="verdict">
        <Mark state="proven" /> <strong>Proven</strong>
        {interval && <HeldFor interval={interval} />} · proof{' '}
        <Hash hash={proof.proofHash} href={to(`proof/${proof.proofHash}`)} />{' '}
        <Copy text={proof.proofHash} what="the hash of the proof" />
      </p>
      {definition && <p class="means">{definition.description}</p>}
      {children}
      <p class="acts">
        {carried && (
          <>
            <a class="button" href="#check">
              Check it
            </a>
            <button type="button" onClick={() => save().catch((error: Error) => setFailure(error.message))}>
              Save the bundle
            </button>
            <a
              class="button"
              href={to('report', {
                subject: name.address,
                claims: claimText(name),
                at: carried.block ?? '',
              })}
            >
              Report
            </a>
          </>
        )}
        <a class="button" href={to(`definitions/${name.id}`)}>
          Definition
        </a>
      </p>
      {failure !== undefined && (
        <p class="notice warning" role="alert">
          {failure}
        </p>
      )}
      <Numbered number={1} title="Checks">
        <PredicateTable results={proof.factResults} {...{ proof, known }} label="What must hold" />
        {proof.negativeControlResults.length > 0 && (
          <PredicateTable
            results={proof.negativeControlResults}
            {...{ proof, known }}
            label="What must be absent"
          />
        )}
      </Numbered>
      <Numbered number={2} title="Evidence">
        <Evidence refs={proof.sourceEvidenceRefs} />
        <p>
          Reference block <When block={proof.referenceBlock} exact />, hash{' '}
          <Hash hash={proof.referenceBlockHash} />
        </p>
      </Numbered>
      <Numbered number={3} title="Rests on">
        <RestsOn proof={proof} known={known} />
      </Numbered>
      <Numbered number={4} title="Check" id="check">
        <p>
          The verifier of this project runs here, in a worker. It needs the bundle and nothing else.{' '}
          <span class="quiet">It is the same program as chainproof-verify.</span>
        </p>
        {carried && <CheckPanel load={load} label="Check in this browser" onText={setText} />}
      </Numbered>
      <Numbered number={5} title="What a proof does not show">
        <p>
          Unless V6 holds, it assumes that the blocks are those of the chain: compare them with a node of your
          own. It trusts the scan of the covered blocks for when the claim began and that nothing ended it
          since. It trusts lists as they were published. The check names each of these points for this proof.
        </p>
        {Object.keys(proof.bindingVersions).length > 0 && (
          <ul>
            {Object.entries(proof.bindingVersions).map(([list, version]) => (
              <li key={list}>
                List <a href={to('registries', { list })}>{list}</a>, version {version}
              </li>
            ))}
          </ul>
        )}
      </Numbered>
    </>
  );
}

function Numbered({
  number,
  title,
  id,
  children,
}: {
  readonly number: number;
  readonly title: string;
  readonly id?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <section class="numbered" id={id}>
      <h2>
        <span class="ordinal" aria-hidden="true">
          {number}
        </span>{' '}
        {title}
      </h2>
      {children}
    </section>
  );
}

function HeldFor({ interval }: { readonly interval: ClaimInterval }) {
  const { coverage } = useAsOf();
  const { endBlock, endTime } = interval;
  return (
    <>
      {' '}
      · held <Since interval={interval} word={interval.endBlock === undefined ? 'since' : 'from'} />
      {endBlock === undefined ? (
        coverage && <> · still held at {grouped(coverage.head.number)}</>
      ) : (
        <>
          {' '}
          until <When block={endBlock} {...(endTime !== undefined && { time: endTime })} />
          {mayEndLater(interval, coverage) && <span title="The blocks after are missing."> or later</span>}
        </>
      )}
    </>
  );
}

function RestsOn({
  proof,
  known,
}: {
  readonly proof: ProofRecord;
  readonly known: ReadonlyMap<string, Definition> | undefined;
}) {
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

function NoDefinition({ id }: { readonly id: string }) {
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
function Unproven({
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
      <Heading claim={claim} definition={definition} />
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
