import { useEffect, useState } from 'preact/hooks';
import { type Definition, definitions, timeOfBlock } from '../app/chain.js';
import { claimText } from '../app/claim-text.js';
import {
  attributeIntervals,
  type ClaimInterval,
  holdsAt,
  proofPage,
  relationIntervals,
} from '../app/claims.js';
import { useAsOf } from '../app/context.js';
import { go, to } from '../app/location.js';
import type { PageProps } from '../app/props.js';
import { bundlesOf, type Report, type ReportedClaim, reportOf } from '../app/report.js';
import { ROOT, SETTINGS } from '../app/settings.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import { Answered } from '../part/answered.js';
import { Address, Hash } from '../part/chip.js';
import { Evidence } from '../part/evidence.js';
import { ListsConsulted } from '../part/lists.js';
import { Mark } from '../part/mark.js';
import { PredicateTable } from '../part/predicates.js';
import { Since } from '../part/since.js';
import { Table } from '../part/table.js';
import { When } from '../part/when.js';
import { Explained } from '../part/why-not.js';
import { checksummed, isAddress } from '../text/address.js';
import { grouped } from '../text/amount.js';
import { dayAndTime } from '../text/day.js';
import { zip } from '../text/zip.js';

/** Several claims of one address as a document. Without claims, a form to choose them. */
export function ReportPage({ query }: PageProps) {
  const subject = (query.get('subject') ?? '').toLowerCase();
  const texts = (query.get('claims') ?? '').split(',').filter((text) => text !== '');
  const question = query.get('question') ?? '';
  if (!isAddress(subject)) return <ChooseSubject />;
  if (texts.length === 0) return <ChooseClaims subject={subject} />;
  return <Written subject={subject} texts={texts} question={question} />;
}

function ChooseSubject() {
  const [text, setText] = useState('');
  return (
    <>
      <h1>Report</h1>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (isAddress(text.trim())) go(to('report', { subject: text.trim().toLowerCase() }));
        }}
      >
        <label>
          Address{' '}
          <input name="subject" value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
        </label>
        <button type="submit">Choose claims</button>
      </form>
    </>
  );
}

function ChooseClaims({ subject }: { readonly subject: string }) {
  const { at, block } = useAsOf();
  const known = dataOf(useAnswer(definitions, []));
  const [question, setQuestion] = useState('');
  const answer = useAnswer(async () => {
    const [attributes, relations] = await Promise.all([
      attributeIntervals(subject),
      relationIntervals(subject),
    ]);
    return [...attributes.intervals, ...relations.intervals] as readonly ClaimInterval[];
  }, [subject]);
  const asked = at === undefined ? undefined : block;
  return (
    <>
      <h1>
        Report on <Address address={subject} />
      </h1>
      <p>Choose what the report is to say. What you ask and what is not proven is reported, too.</p>
      <Answered answer={answer}>
        {(claims) => {
          const held = claims.filter((one) => holdsAt(one, asked));
          const risks = [...(known?.values() ?? [])].filter(
            ({ family, id }) => family === 'risk' && !held.some(({ attributeId }) => attributeId === id),
          );
          return (
            <form
              onSubmit={(event) => {
                event.preventDefault();
                const chosen = new FormData(event.currentTarget).getAll('claim').map(String);
                if (chosen.length > 0)
                  go(to('report', { subject, claims: chosen.join(','), question, at: at ?? block }));
              }}
            >
              <p>
                <label>
                  The question it answers{' '}
                  <input
                    name="question"
                    value={question}
                    maxLength={200}
                    onInput={({ currentTarget }) => setQuestion(currentTarget.value)}
                  />
                </label>
              </p>
              <fieldset>
                <legend>Proven</legend>
                {held.map((one) => {
                  const { counterpart } = one;
                  const text = claimText({ address: subject, id: one.attributeId, counterpart });
                  return (
                    <p key={text}>
                      <label>
                        <input
                          type="checkbox"
                          name="claim"
                          value={text}
                          defaultChecked={/^(control|risk|asset|relation):/.test(one.attributeId)}
                        />{' '}
                        {known?.get(one.attributeId)?.title ?? one.attributeId}{' '}
                        {counterpart !== undefined && <Address address={counterpart} />}
                      </label>
                    </p>
                  );
                })}
              </fieldset>
              <fieldset>
                <legend>Ask, too</legend>
                {risks.map(({ id, title }) => (
                  <p key={id}>
                    <label>
                      <input type="checkbox" name="claim" value={id} defaultChecked /> {title}
                    </label>
                  </p>
                ))}
              </fieldset>
              <p>
                <button type="submit" class="primary">
                  Write the report
                </button>
              </p>
            </form>
          );
        }}
      </Answered>
    </>
  );
}

function Written({
  subject,
  texts,
  question,
}: {
  readonly subject: string;
  readonly texts: readonly string[];
  readonly question: string;
}) {
  const { block } = useAsOf();
  const { at } = useAsOf();
  // A report is about one block: the newest is fixed when it is written.
  const [fixed, setFixed] = useState<number | undefined>();
  const asked = at === undefined ? (fixed ?? block) : block;
  useEffect(() => {
    if (fixed === undefined && block !== undefined) setFixed(block);
  }, [block, fixed]);
  const answer = useAnswer(
    async () => (asked === undefined ? undefined : await reportOf(subject, texts, asked)),
    [subject, texts.join(','), asked],
  );
  return (
    <Answered answer={answer}>
      {(report) => report && <Document report={report} question={question} />}
    </Answered>
  );
}

/** The id and the number of each printed page, at its foot. */
function usePageFooters(text: string): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `@page { margin: 18mm 16mm 20mm; @bottom-left { content: "${text}"; font: 8pt sans-serif; } @bottom-right { content: counter(page) " of " counter(pages); font: 8pt sans-serif; } }`,
    );
    document.adoptedStyleSheets = [sheet];
    return () => {
      document.adoptedStyleSheets = [];
    };
  }, [text]);
}

function Document({ report, question }: { readonly report: Report; readonly question: string }) {
  const { coverage } = useAsOf();
  const known = dataOf(useAnswer(definitions, []));
  const time = dataOf(useAnswer(() => timeOfBlock(report.block), [report.block]));
  const proven = report.claims.filter(({ proof }) => proof);
  const others = report.claims.filter(({ proof }) => !proof);
  const blocks = coverage?.families.find(({ family }) => family === 'blocks');
  usePageFooters(
    `Chainproof ${report.id} - ${SETTINGS.network === 'demo' ? 'demo chain, not Ethereum' : 'Ethereum mainnet'} - block ${report.block}`,
  );
  const save = async () => {
    const url = URL.createObjectURL(new Blob([zip(await bundlesOf(report))], { type: 'application/zip' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `chainproof-${report.id}.zip`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  };
  return (
    <article class="report">
      <p class="acts no-print">
        <button type="button" class="primary" onClick={() => print()}>
          Print
        </button>
        <button type="button" onClick={save}>
          Save the bundles (ZIP)
        </button>
      </p>
      <h1>What is proven of an address</h1>
      <dl class="facts">
        <dt>Subject</dt>
        <dd>
          <code>{checksummed(report.subject)}</code>
        </dd>
        {question !== '' && (
          <>
            <dt>Question</dt>
            <dd>{question}</dd>
          </>
        )}
        <dt>As of</dt>
        <dd>
          the end of block {grouped(report.block)}
          {time !== undefined && `, ${dayAndTime(time)}`}
        </dd>
        <dt>As known on</dt>
        <dd>
          {coverage && `block ${grouped(coverage.head.number)}, ${dayAndTime(coverage.head.timestamp)}`}
        </dd>
        <dt>Chain</dt>
        <dd>
          {SETTINGS.network === 'demo'
            ? 'a demo chain: nothing here is true of Ethereum'
            : 'Ethereum mainnet'}
        </dd>
        <dt>Covered</dt>
        <dd>
          {blocks &&
            `${grouped(blocks.ranges[0]?.fromBlock ?? 0)} to ${grouped(coverage!.head.number)}, ${blocks.gaps.length === 0 ? 'without gaps' : `${blocks.gaps.length} gaps`}`}
        </dd>
        <dt>Service</dt>
        <dd>{ROOT}</dd>
        <dt>Document</dt>
        <dd>
          <code>{report.id}</code>
        </dd>
      </dl>
      <h2>Summary</h2>
      <Table label="Summary" head={['State', 'Claim', 'Held since', 'Proof']}>
        {report.claims.map((claim) => (
          <tr key={claimText(claim.name)}>
            <td>
              <Mark state={stateOf(claim)} />
            </td>
            <td>
              <Title claim={claim} known={known} />
            </td>
            <td>
              {claim.interval ? (
                <When block={claim.interval.startBlock} time={claim.interval.startTime} />
              ) : stateOf(claim) === 'unknown' ? (
                'cannot be said'
              ) : (
                'not proven'
              )}
            </td>
            <td>
              {claim.proof && (
                <Hash hash={claim.proof.proofHash} href={to(`proof/${claim.proof.proofHash}`)} />
              )}
            </td>
          </tr>
        ))}
      </Table>
      {proven.map((claim) => (
        <ProvenSection key={claimText(claim.name)} claim={claim} known={known} />
      ))}
      {others.length > 0 && <h2>Asked, and not proven</h2>}
      {others.map((claim) => (
        <section key={claimText(claim.name)}>
          <h3>
            <Mark state={stateOf(claim)} /> <Title claim={claim} known={known} />
          </h3>
          {claim.refusal !== undefined && <p>{claim.refusal}</p>}
          {claim.explanation && <Explained explanation={claim.explanation} />}
        </section>
      ))}
      <h2>Lists consulted</h2>
      <ListsConsulted />
      <h2>How to check this</h2>
      <p>
        Each proof has a bundle: one file with the rules, the facts and Merkle proofs to block headers.{' '}
        <code>chainproof-verify</code> checks it without this service and without a network; so does{' '}
        {`${ROOT}/explore/verify`} in a browser. Compare the block hashes with a node of your own: that they
        are those of the chain is the one thing a bundle assumes. Not proven is not disproven: it says that no
        covered block and no list shows it.
      </p>
    </article>
  );
}

const stateOf = ({ proof, explanation, refusal }: ReportedClaim) =>
  proof ? 'proven' : refusal !== undefined || explanation?.answer === 'undecided' ? 'unknown' : 'not-proven';

function Title({
  claim: { name, proof },
  known,
}: {
  readonly claim: ReportedClaim;
  readonly known: ReadonlyMap<string, Definition> | undefined;
}) {
  return (
    <>
      {known?.get(name.id)?.title ?? name.id}{' '}
      {name.counterpart !== undefined && <Address address={name.counterpart} />}
      {proof?.value !== undefined && <> ({proof.value})</>}
    </>
  );
}

function ProvenSection({
  claim,
  known,
}: {
  readonly claim: ReportedClaim;
  readonly known: ReadonlyMap<string, Definition> | undefined;
}) {
  const { name, interval } = claim;
  const proof = claim.proof!;
  return (
    <section>
      <h2>
        <Mark state="proven" /> <Title claim={claim} known={known} />
      </h2>
      <p class="means">{known?.get(name.id)?.description}</p>
      {interval && (
        <p>
          Held <Since interval={interval} exact />
          {interval.endBlock === undefined ? (
            ', and still held when this was written.'
          ) : (
            <>
              , until <When block={interval.endBlock} time={interval.endTime} exact />.
            </>
          )}
        </p>
      )}
      <PredicateTable
        results={[...proof.factResults, ...proof.negativeControlResults]}
        known={known}
        label="Check"
      />
      <h3>Evidence</h3>
      <Evidence refs={proof.sourceEvidenceRefs} />
      <dl class="facts">
        <dt>Proof</dt>
        <dd>
          <a href={to(proofPage(name.address, name.id, name.counterpart))}>
            <code>{proof.proofHash}</code>
          </a>
        </dd>
        <dt>Reference block</dt>
        <dd>
          {grouped(proof.referenceBlock)} <code>{proof.referenceBlockHash}</code>
        </dd>
        <dt>Definition</dt>
        <dd>
          <code>{proof.attributeId}</code> <code>{proof.definitionVersion}</code>
        </dd>
        {Object.entries(proof.bindingVersions).map(([list, version]) => (
          <>
            <dt>List</dt>
            <dd>
              {list}, version {version}
            </dd>
          </>
        ))}
      </dl>
    </section>
  );
}
