import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type ClaimName, claimText } from '../app/claim-text.js';
import { useAsOf } from '../app/context.js';
import { to } from '../app/location.js';
import { bundleOf } from '../app/proof.js';
import { CheckPanel } from '../check/check-panel.js';
import { mayEndLater } from '../claim/coverage.js';
import type { ClaimInterval } from '../claim/interval.js';
import { grouped } from '../text/amount.js';
import { Hash } from './chip.js';
import { ClaimHeading } from './claim-heading.js';
import { Copy } from './copy.js';
import { Evidence } from './evidence.js';
import { Mark } from './mark.js';
import { PredicateTable } from './predicates.js';
import { RestsOn, type Shown } from './rests-on.js';
import { Since } from './since.js';
import { save as saveFile } from './table.js';
import { When } from './when.js';

/** A proof, and how to check it. */
export function Proven({
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
      <ClaimHeading claim={name} definition={definition} value={proof.value} />
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
