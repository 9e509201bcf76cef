import { useState } from 'preact/hooks';
import { proofPage } from '../app/claims.js';
import { useAsOf } from '../app/context.js';
import { to } from '../app/location.js';
import { Runs } from '../app/runs.js';
import { type Data, get, Refused } from '../app/service.js';
import type { ClaimState } from '../claim/coverage.js';
import { Address } from '../part/chip.js';
import { ListsConsulted } from '../part/lists.js';
import { Mark } from '../part/mark.js';
import { SaveCsv, Table } from '../part/table.js';
import { When } from '../part/when.js';
import { isAddress } from '../text/address.js';
import { grouped } from '../text/amount.js';

const MOST = 500;
/** Addresses of one call. For more than one call, names are not asked for, because each name takes a call. */
const AT_ONCE = 50;

type Screening = Data<'screening'>;

interface Screened {
  readonly address: string;
  readonly state: ClaimState;
  readonly kind: string;
  readonly risks: Screening['addresses'][number]['risks'];
  /** What is unknown, or why nothing could be asked. */
  readonly open?: string;
}

interface Batch {
  readonly rows: readonly Screened[];
  /** Absent where nothing could be asked. */
  readonly answer?: Pick<Screening, 'block' | 'lists'>;
}

/** Risk marks of many addresses in one table. */
export function ScreenPage() {
  const { at, block } = useAsOf();
  const asked = at === undefined ? undefined : block;
  const [text, setText] = useState('');
  const [rows, setRows] = useState<readonly Screened[]>([]);
  const [basis, setBasis] = useState<Batch['answer']>();
  const [total, setTotal] = useState(0);
  const [runs] = useState(() => new Runs());
  const addresses = [...new Set(text.toLowerCase().match(/0x[0-9a-f]{40}\b/g) ?? [])].filter(isAddress);
  const run = async () => {
    const wanted = addresses.slice(0, MOST);
    const isCurrent = runs.begin();
    setRows([]);
    setTotal(wanted.length);
    // The first answer sets the block, so that all rows are of the same block.
    let first: Batch['answer'];
    for (let at = 0; at < wanted.length; at += AT_ONCE) {
      const found = await screened(wanted.slice(at, at + AT_ONCE), asked ?? first?.block);
      // A later run has rows of its own.
      if (!isCurrent()) return;
      first ??= found.answer;
      setBasis(first);
      setRows((before) => [...before, ...found.rows]);
    }
  };
  const isRunning = total > 0 && rows.length < total;
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
            Screen {addresses.length === 0 ? '' : Math.min(MOST, addresses.length)} addresses
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
      </form>
      {isRunning && <progress max={total} value={rows.length} aria-label="Addresses screened" />}
      {rows.length > 0 && (
        <>
          <div class="section-head">
            <h2>
              {rows.filter(({ risks }) => risks.length > 0).length} of {rows.length} with a mark
              {basis && `, at the end of block ${grouped(basis.block)}`}
            </h2>
            <SaveCsv
              name="screening"
              rows={() => [
                ['address', 'state', 'kind', 'risks', 'since', 'proofs', 'block', 'lists'],
                ...rows.map(({ address, state, kind, risks, open }) => [
                  address,
                  open ?? state,
                  kind,
                  risks.map(({ attributeId }) => attributeId).join(' '),
                  risks.map(({ startBlock }) => startBlock).join(' '),
                  risks.map(({ proofHash }) => proofHash).join(' '),
                  basis?.block ?? '',
                  (basis?.lists ?? []).map(listText).join('; '),
                ]),
              ]}
            />
          </div>
          <Table label="Screened addresses" head={['State', 'Address', 'Kind', 'Risk', 'Since', 'Proof']}>
            {rows.map(({ address, state, kind, risks, open }) => (
              <tr key={address} class={risks.length > 0 ? 'danger' : ''}>
                <td>
                  <Mark state={state} />
                </td>
                <td>
                  <Address address={address} named={addresses.length <= AT_ONCE} />
                </td>
                <td>{kind}</td>
                <td>
                  {[risks.map(({ attributeId }) => wordOf(attributeId)).join(', '), open]
                    .filter(Boolean)
                    .join('; ') || 'none proven'}
                </td>
                <td>
                  {risks.map((one) => (
                    <When key={one.attributeId} block={one.startBlock} time={one.startTime} />
                  ))}
                </td>
                <td>
                  {risks.map(({ attributeId }) => (
                    <a key={attributeId} href={to(proofPage(address, attributeId))}>
                      proof{' '}
                    </a>
                  ))}
                </td>
              </tr>
            ))}
          </Table>
        </>
      )}
      <ListsConsulted />
    </>
  );
}

async function screened(addresses: readonly string[], block: number | undefined): Promise<Batch> {
  try {
    const query = { addresses: addresses.join(','), ...(block !== undefined && { block }) };
    const found = await get('screening', { query });
    const rows = found.addresses.map(
      ({ address, nature, risks, undecided }): Screened => ({
        address,
        state: risks.length > 0 ? 'proven' : undecided.length > 0 ? 'unknown' : 'not-proven',
        kind: nature ?? 'not proven',
        risks,
        ...(undecided.length > 0 && { open: `cannot be said: ${undecided.map(wordOf).join(', ')}` }),
      }),
    );
    return { rows, answer: found };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { message } = error.refusal;
    return {
      rows: addresses.map((address) => ({ address, state: 'unknown', kind: '', risks: [], open: message })),
    };
  }
}

/** `ofac-sanctions 1.2.0 of 2025-03-21` */
const listText = ({ id, version = 'no version', asOf = '' }: Screening['lists'][number]): string =>
  `${id} ${version} of ${asOf.slice(0, 10)}`;

const wordOf = (id: string): string => id.split(':').at(-1)!.replaceAll('_', ' ');
