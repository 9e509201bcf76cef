import { useEffect, useState } from 'preact/hooks';
import { definitions } from '../app/chain.js';
import { proofPage } from '../app/claims.js';
import { useAsOf } from '../app/context.js';
import { to } from '../app/location.js';
import { Runs } from '../app/runs.js';
import { type Data, get, Refused } from '../app/service.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import { type ClaimState, isRiskMissing, mayBeginEarlier } from '../claim/coverage.js';
import { ChainText } from '../part/chain-text.js';
import { Address } from '../part/chip.js';
import { ListsConsulted, ListsOfAnswer } from '../part/lists.js';
import { Mark } from '../part/mark.js';
import { Since } from '../part/since.js';
import { SaveCsv, Table } from '../part/table.js';
import { isAddress, isMistyped } from '../text/address.js';
import { grouped } from '../text/amount.js';
import { risksOf } from '../text/sentence.js';

const MOST = 500;
/** At most this many doubtful entries are named. */
const NAMED = 5;
/** Addresses of one call. For more than one call, names are not asked for, because each name takes a call. */
const AT_ONCE = 50;

type Screening = Data<'screening'>;

interface Screened {
  readonly address: string;
  readonly kind: string;
  readonly risks: Screening['addresses'][number]['risks'];
  /** Ids of definitions that are undecided. */
  readonly undecided: readonly string[];
  /** Why nothing could be asked. */
  readonly failure?: string;
}

interface Batch {
  readonly rows: readonly Screened[];
  /** Absent where nothing could be asked. */
  readonly answer?: Pick<Screening, 'block' | 'coveredFromBlock' | 'lists'>;
}

/** What is kept with the page's place in the history of the tab, so that the way back loses nothing. */
interface Kept extends Batch {
  readonly text: string;
}

/** Risk marks of many addresses in one table. */
export function ScreenPage() {
  const { at, block, coverage } = useAsOf();
  const known = dataOf(useAnswer(definitions, []));
  const asked = at === undefined ? undefined : block;
  const [kept] = useState(() => history.state as Kept | null);
  const [text, setText] = useState(kept?.text ?? '');
  const [rows, setRows] = useState<readonly Screened[]>(kept?.rows ?? []);
  const [basis, setBasis] = useState<Batch['answer']>(kept?.answer);
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
    let first: Batch['answer'];
    const all: Screened[] = [];
    for (let at = 0; at < wanted.length; at += AT_ONCE) {
      const found = await screened(wanted.slice(at, at + AT_ONCE), asked ?? first?.block);
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
  const openOf = ({ risks, undecided, failure }: Screened) => {
    if (failure !== undefined) return failure;
    if (undecided.length > 0) return `cannot be said: ${undecided.map(titleOf).join(', ')}`;
    return risks.length === 0 && isMissing ? 'cannot be said: blocks are missing' : undefined;
  };
  const stateOf = (row: Screened): ClaimState => {
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
              <Row
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

/** An address with each of its risks, since when, and the proof at the block that was screened. */
function Row({
  row: { address, kind, risks },
  state,
  open,
  block,
  named,
  titleOf,
}: {
  readonly row: Screened;
  readonly state: ClaimState;
  /** What cannot be said of it, and why. */
  readonly open: string | undefined;
  readonly block: number | undefined;
  readonly named: boolean;
  readonly titleOf: (id: string) => string;
}) {
  const claims = risks.map((one) => ({ ...one, id: one.attributeId, title: titleOf(one.attributeId) }));
  return (
    <tr class={risks.length > 0 ? 'danger' : ''}>
      <td>
        <Mark state={state} />
      </td>
      <td>
        <Address address={address} named={named} />
      </td>
      <td>{kind}</td>
      <td>
        {risksOf(claims).map(({ claim, says }) => (
          <div key={claim.id}>
            {says} <Since interval={claim} />{' '}
            <a href={to(proofPage(address, claim.id), { at: block })}>
              proof<span class="sr"> of: {says}</span>
            </a>
          </div>
        ))}
        {open !== undefined && <div>{open}</div>}
        {risks.length === 0 && open === undefined && 'none proven'}
      </td>
    </tr>
  );
}

/** Entries that may not be what their author meant. */
function Doubtful({ words, says }: { readonly words: readonly string[]; readonly says: string }) {
  return (
    <p class="notice warning" role="status">
      {says}:{' '}
      {words.slice(0, NAMED).map((word, at) => (
        <span key={word}>
          {at > 0 && ', '}
          <ChainText text={word} longest={70} />
        </span>
      ))}
      {words.length > NAMED && ' and more'}.
    </p>
  );
}

async function screened(addresses: readonly string[], block: number | undefined): Promise<Batch> {
  try {
    const query = { addresses: addresses.join(','), ...(block !== undefined && { block }) };
    const found = await get('screening', { query });
    const rows = found.addresses.map(
      ({ address, nature, risks, undecided }): Screened => ({
        address,
        kind: nature ?? 'not proven',
        risks,
        undecided,
      }),
    );
    return { rows, answer: found };
  } catch (error) {
    const message = error instanceof Refused ? error.refusal.message : (error as Error).message;
    return {
      rows: addresses.map((address) => ({
        address,
        kind: '',
        risks: [],
        undecided: [],
        failure: message,
      })),
    };
  }
}

/** `ofac-sanctions 1.2.0 of 2025-03-21` */
const listText = ({ id, version = 'no version', asOf = '' }: Screening['lists'][number]): string =>
  `${id} ${version} of ${asOf.slice(0, 10)}`;

const wordOf = (id: string): string => id.split(':').at(-1)!.replaceAll('_', ' ');
