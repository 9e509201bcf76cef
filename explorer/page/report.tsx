import { useEffect, useState } from 'preact/hooks';
import { isRisk } from '../../src/api/screening/risk.js';
import { definitions } from '../app/chain.js';
import { claimText } from '../app/claim-text.js';
import { heldAt, historiesOf } from '../app/claims.js';
import { useAsOf } from '../app/context.js';
import { go, to } from '../app/location.js';
import type { PageProps } from '../app/props.js';
import { filesOf, type Report, reportOf } from '../app/report.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import { familyOf } from '../claim/coverage.js';
import { areWhole, type Held, heldByHistory } from '../claim/held.js';
import { Answered } from '../part/answered.js';
import { Address } from '../part/chip.js';
import { OpenClaims } from '../part/open-claims.js';
import { Sheet } from '../part/sheet.js';
import { save } from '../part/table.js';
import { isAddress } from '../text/address.js';
import { preparedBy } from '../text/prepared-by.js';
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
  const [isWrong, setWrong] = useState(false);
  return (
    <>
      <h1>Report</h1>
      <p>A report puts several claims of one address into a document, at one block.</p>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          setWrong(!isAddress(text.trim()));
          if (isAddress(text.trim())) go(to('report', { subject: text.trim().toLowerCase() }));
        }}
      >
        <label>
          Address{' '}
          <input name="subject" value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
        </label>
        <button type="submit">Choose claims</button>
      </form>
      {isWrong && (
        <p class="notice warning" role="alert">
          <b>This is no address.</b> One is 0x and 40 hex digits.
        </p>
      )}
    </>
  );
}

function ChooseClaims({ subject }: { readonly subject: string }) {
  const { at, block, coverage } = useAsOf();
  const known = dataOf(useAnswer(definitions, []));
  const [question, setQuestion] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const asked = at === undefined ? undefined : block;
  const answer = useAnswer(async (): Promise<Held | undefined> => {
    if (coverage === undefined || (at !== undefined && block === undefined)) return undefined;
    const histories = await historiesOf(subject);
    return areWhole(histories, coverage)
      ? heldByHistory(histories, asked)
      : await heldAt(subject, asked, coverage);
  }, [subject, at, asked, coverage === undefined]);
  return (
    <>
      <h1>
        Report on <Address address={subject} />
      </h1>
      <p>Choose what the report is to say. What you ask and what is not proven is reported, too.</p>
      <Answered answer={answer}>
        {(claims) => {
          if (claims === undefined) return null;
          const held = [...claims.attributes, ...claims.relations];
          const isHeld = (id: string) => held.some(({ attributeId }) => attributeId === id);
          // Of a relation that may hold for others, too, the report says so.
          const isOpen = (id: string) => claims.open.includes(id) || claims.open.includes(familyOf(id));
          const others = [...(known?.values() ?? [])].filter(
            ({ id, kind }) =>
              (isRisk(id) && !isHeld(id)) || (isOpen(id) && (kind === 'relation' || !isHeld(id))),
          );
          return (
            <form
              onSubmit={(event) => {
                event.preventDefault();
                const chosen = new FormData(event.currentTarget).getAll('claim').map(String);
                setEmpty(chosen.length === 0);
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
                          defaultChecked={
                            isRisk(one.attributeId) || /^(control|asset|relation):/.test(one.attributeId)
                          }
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
                <OpenClaims open={claims.open} known={known} />
                {others.map(({ id, title }) => (
                  <p key={id}>
                    <label>
                      <input type="checkbox" name="claim" value={id} defaultChecked={isRisk(id)} /> {title}
                    </label>
                  </p>
                ))}
              </fieldset>
              <p>
                <button type="submit" class="primary">
                  Write the report
                </button>
              </p>
              {isEmpty && (
                <p class="notice warning" role="alert">
                  Choose at least one claim.
                </p>
              )}
            </form>
          );
        }}
      </Answered>
    </>
  );
}

/** The document that the service writes, and files of it to save. */
function Written({
  subject,
  texts,
  question,
}: {
  readonly subject: string;
  readonly texts: readonly string[];
  readonly question: string;
}) {
  const { at, block } = useAsOf();
  // A report is about one block: the newest is fixed when it is written.
  const [fixed, setFixed] = useState<number | undefined>();
  const asked = at === undefined ? (fixed ?? block) : block;
  useEffect(() => {
    if (fixed === undefined && block !== undefined) setFixed(block);
  }, [block, fixed]);
  const answer = useAnswer(
    async () => (asked === undefined ? undefined : await reportOf(subject, texts, asked, question)),
    [subject, texts.join(','), question, asked],
  );
  return <Answered answer={answer}>{(report) => report && <Document report={report} />}</Answered>;
}

function Document({ report }: { readonly report: Report }) {
  const name = `chainproof-${report.documentId}`;
  const [preparer, setPreparer] = useState('');
  const text = preparedBy(report.document, preparer);
  const [checkpoint, setCheckpoint] = useState('');
  const [failure, setFailure] = useState<string | undefined>();
  const saveFiles = async () => {
    setFailure(undefined);
    const files = await filesOf(report, { name: `${name}.html`, text }, checkpoint);
    save(`${name}.zip`, zip(files), 'application/zip');
  };
  return (
    <article class="report">
      <p class="acts no-print">
        <button type="button" class="primary" onClick={() => print()}>
          Print
        </button>
        <button type="button" onClick={() => save(`${name}.html`, text, 'text/html')}>
          Save the document (HTML)
        </button>
        <button type="button" onClick={() => saveFiles().catch((error: Error) => setFailure(error.message))}>
          Save it with the bundles (ZIP)
        </button>
      </p>
      {failure !== undefined && (
        <p class="notice warning no-print" role="alert">
          {failure}
        </p>
      )}
      <p class="row no-print">
        <label>
          Prepared by{' '}
          <input
            name="prepared-by"
            value={preparer}
            maxLength={100}
            autoComplete="off"
            onInput={({ currentTarget }) => setPreparer(currentTarget.value)}
          />
        </label>{' '}
        <span class="quiet">For the cover, printed and saved. It is not sent to the service.</span>
      </p>
      <p class="row no-print">
        <label>
          Root of a beacon block that readers of the bundles trust (--checkpoint){' '}
          <input
            name="checkpoint"
            value={checkpoint}
            spellcheck={false}
            onInput={({ currentTarget }) => setCheckpoint(currentTarget.value)}
          />
        </label>{' '}
        <span class="quiet">For the ZIP: its bundles then lead from there to recent blocks.</span>
      </p>
      <Sheet document={text} />
    </article>
  );
}
