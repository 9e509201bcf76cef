import { useEffect, useState } from 'preact/hooks';
import { definitions } from '../app/chain.js';
import { useAsOf } from '../app/context.js';
import { Runs } from '../app/runs.js';
import { type ScreenedAddress, type ScreenedBatch, screenBatch } from '../app/screen-batch.js';
import type { Data } from '../app/service.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import { type ClaimState, isRiskMissing, mayBeginEarlier } from '../claim/coverage.js';
import { Doubtful } from '../part/doubtful.js';
import { ListsConsulted, ListsOfAnswer } from '../part/lists.js';
import { ScreenedRow } from '../part/screened-row.js';
import { SaveCsv, Table } from '../part/table.js';
import { isAddress, isMistyped } from '../text/address.js';
import { grouped } from '../text/amount.js';

const MOST = 500;
/** Addresses of one call. For more than one call, names are not asked for, because each name takes a call. */
const AT_ONCE = 50;

/** What is kept with the page's place in the history of the tab, so that the way back loses nothing. */
interface Kept extends ScreenedBatch {
  readonly text: string;
}

/** Risk marks of many addresses in one table. */
export function ScreenPage() {
  const { at, block, coverage } = useAsOf();
  const known = dataOf(useAnswer(definitions, []));
  const asked = at === undefined ? undefined : block;
  const [kept] = useState(() => history.state as Kept | null);
  const [text, setText] = useState(kept?.text ?? '');
  const [rows, setRows] = useState<readonly ScreenedAddress[]>(kept?.rows ?? []);
  const [basis, setBasis] = useState<ScreenedBatch['answer']>(kept?.answer);
  const [total, setTotal] = useState(0);
  const [runs] = useState(() => new Runs());
  useEffect(() => () => runs.stop(), [runs]);
  const given = [...new Set(text.match(/0x\w*/gi) ?? [])];
  const words = [...new Set(given.map((word) => word.toLowerCase()))];
  const addresses = words.filter(isAddress);
  const others = words.filter((word) => !isAddress(word));
  const mistyped = given.filter(isMistyped);
  const run = async () => {
    const wanted = addresses.slice(0, MOST);
    const isCurrent = runs.begin();
    setRows([]);
    setTotal(wanted.length);
    // The first answer sets the block, so that all rows are of the same block.
    let first: ScreenedBatch['answer'];
    const all: ScreenedAddress[] = [];
    for (let at = 0; at < wanted.length; at += AT_ONCE) {
      const found = await screenBatch(wanted.slice(at, at + AT_ONCE), asked ?? first?.block);
      // A later run has rows of its own.
      if (!isCurrent()) return;
      first ??= found.answer;
      setBasis(first);
      all.push(...found.rows);
      setRows([...all]);
    }
    history.replaceState({ text, rows: all, ...(first && { answer: first }) } satisfies Kept, '');
  };
  const isRunning = total > 0 && rows.length < total;
  const titleOf = (id: string) => known?.get(id)?.title ?? wordOf(id);
  const isMissing = basis !== undefined && isRiskMissing(basis.block, coverage);
  const openOf = ({ risks, undecided, failure }: ScreenedAddress) => {
    if (failure !== undefined) return failure;
    if (undecided.length > 0) return `cannot be said: ${undecided.map(titleOf).join(', ')}`;
    return risks.length === 0 && isMissing ? 'cannot be said: blocks are missing' : undefined;
  };
  const stateOf = (row: ScreenedAddress): ClaimState => {
    if (row.risks.length > 0) return 'proven';
    return openOf(row) === undefined ? 'not-proven' : 'unknown';
  };
  const open = rows.filter((row) => stateOf(row) === 'unknown').length;
  return (
    <>
      <h1>Screening</h1>
      <p class="means">
        What points to risk, of up to {MOST} addresses at one block: sanctions, mixers, imitations, and
        accounts that issuers exclude.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <label>
          Addresses, as they come: one a line, a column of a table, or a text
          <textarea
            name="addresses"
            rows={6}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
            spellcheck={false}
            onDragOver={(event) => event.preventDefault()}
            onDrop={async (event) => {
              const file = event.dataTransfer?.files[0];
              if (!file) return;
              event.preventDefault();
              setText(await file.text());
            }}
          />
        </label>
        <p>
          <label>
            Or a file, such as CSV{' '}
            <input
              type="file"
              accept=".csv,.txt,text/csv,text/plain"
              onChange={async ({ currentTarget }) => {
                const [file] = currentTarget.files ?? [];
                if (file) setText(await file.text());
              }}
            />
          </label>
        </p>
        <p class="row">
          <button type="submit" class="primary" disabled={addresses.length === 0 || isRunning}>
            Screen {addresses.length === 0 ? '' : Math.min(MOST, addresses.length)}{' '}
            {addresses.length === 1 ? 'address' : 'addresses'}
          </button>
          {isRunning && (
            <button
              type="button"
              onClick={() => {
                runs.stop();
                setTotal(0);
              }}
            >
              Stop
            </button>
          )}
          {addresses.length > MOST && (
            <span class="quiet">
              The first {MOST} of {addresses.length}.
            </span>
          )}
        </p>
        {others.length > 0 && (
          <Doubtful
            words={others}
            says={
              others.length === 1
                ? '1 entry begins with 0x and is no address'
                : `${others.length} entries begin with 0x and are no addresses`
            }
          />
        )}
        {mistyped.length > 0 && (
          <Doubtful
            words={mistyped}
            says={`In ${mistyped.length} of the addresses a character may be mistyped, because upper and lower case do not fit the digits`}
          />
        )}
      </form>
      {isRunning && <progress max={total} value={rows.length} aria-label="Addresses screened" />}
      {rows.length > 0 && (
        <>
          <div class="section-head">
            <h2>
              {rows.filter(({ risks }) => risks.length > 0).length} of {rows.length} with a mark
              {open > 0 && `; of ${open} it cannot be said`}
              {basis && `, at the end of block ${grouped(basis.block)}`}
            </h2>
            <SaveCsv
              name="screening"
              rows={() => [
                [
                  'address',
                  'state',
                  'kind',
                  'risks',
                  'since',
                  'mayBeginEarlier',
                  'proofs',
                  'block',
                  'coveredFromBlock',
                  'lists',
                ],
                ...rows.map((row) => [
                  row.address,
                  openOf(row) ?? stateOf(row),
                  row.kind,
                  row.risks.map(({ attributeId }) => attributeId).join(' '),
                  row.risks.map(({ startBlock }) => startBlock).join(' '),
                  row.risks.map((one) => (mayBeginEarlier(one, coverage) ? 'yes' : 'no')).join(' '),
                  row.risks.map(({ proofHash }) => proofHash).join(' '),
                  basis?.block ?? '',
                  basis?.coveredFromBlock ?? '',
                  (basis?.lists ?? []).map(listText).join('; '),
                ]),
              ]}
            />
          </div>
          <Table label="Screened addresses" head={['State', 'Address', 'Kind', 'Risk']}>
            {rows.map((row) => (
              <ScreenedRow
                key={row.address}
                {...{ row, titleOf }}
                state={stateOf(row)}
                open={openOf(row)}
                block={basis?.block}
                named={addresses.length <= AT_ONCE}
              />
            ))}
          </Table>
        </>
      )}
      {isMissing && (
        <p class="quiet">
          Blocks before {grouped(basis.coveredFromBlock)} are not read. What happened in them, such as an
          exclusion by USDC or USDT, is seen only where the state or a list still shows it.
        </p>
      )}
      {basis ? <ListsOfAnswer lists={basis.lists} block={basis.block} /> : <ListsConsulted />}
    </>
  );
}

/** `ofac-sanctions 1.2.0 of 2025-03-21` */
const listText = ({ id, version = 'no version', asOf = '' }: Data<'screening'>['lists'][number]): string =>
  `${id} ${version} of ${asOf.slice(0, 10)}`;

const wordOf = (id: string): string => id.split(':').at(-1)!.replaceAll('_', ' ');
