import { useRef, useState } from 'preact/hooks';
import { attributeIntervals, type ClaimInterval, holdsAt, proofPage, stateOfAbsent } from '../app/claims.js';
import { useAsOf } from '../app/context.js';
import { to } from '../app/location.js';
import { Refused } from '../app/service.js';
import { Address } from '../part/chip.js';
import { ListsConsulted } from '../part/lists.js';
import { type ClaimState, Mark } from '../part/mark.js';
import { SaveCsv, Table } from '../part/table.js';
import { When } from '../part/when.js';
import { isAddress } from '../text/address.js';

const MOST = 500;

interface Screened {
  readonly address: string;
  readonly state: ClaimState;
  readonly kind: string;
  readonly risks: readonly ClaimInterval[];
  readonly refusal?: string;
}

/** Risk marks of many addresses in one table. */
export function ScreenPage() {
  const { at, block, coverage } = useAsOf();
  const [text, setText] = useState('');
  const [rows, setRows] = useState<readonly Screened[]>([]);
  const [total, setTotal] = useState(0);
  const stopped = useRef(false);
  const addresses = [...new Set(text.toLowerCase().match(/0x[0-9a-f]{40}\b/g) ?? [])].filter(isAddress);
  const run = async () => {
    const wanted = addresses.slice(0, MOST);
    stopped.current = false;
    setRows([]);
    setTotal(wanted.length);
    for (const address of wanted) {
      if (stopped.current) break;
      const row = await screened(address, at === undefined ? undefined : block, (risks) =>
        risks > 0 ? 'proven' : stateOfAbsent('risk:sanctioned_ofac', block, coverage),
      );
      setRows((before) => [...before, row]);
    }
    setTotal((before) => (stopped.current ? 0 : before));
  };
  const isRunning = total > 0 && rows.length < total;
  return (
    <>
      <h1>Screening</h1>
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
          />
        </label>
        <p class="row">
          <button type="submit" class="primary" disabled={addresses.length === 0 || isRunning}>
            Screen {addresses.length === 0 ? '' : Math.min(MOST, addresses.length)} addresses
          </button>
          {isRunning && (
            <button
              type="button"
              onClick={() => {
                stopped.current = true;
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
            </h2>
            <SaveCsv
              name="screening"
              rows={() => [
                ['address', 'state', 'kind', 'risks', 'since', 'proofs'],
                ...rows.map(({ address, state, kind, risks, refusal }) => [
                  address,
                  refusal ?? state,
                  kind,
                  risks.map(({ attributeId }) => attributeId).join(' '),
                  risks.map(({ startBlock }) => startBlock).join(' '),
                  risks.map(({ proofHash }) => proofHash).join(' '),
                ]),
              ]}
            />
          </div>
          <Table label="Screened addresses" head={['State', 'Address', 'Kind', 'Risk', 'Since', 'Proof']}>
            {rows.map(({ address, state, kind, risks, refusal }) => (
              <tr key={address} class={risks.length > 0 ? 'danger' : ''}>
                <td>
                  <Mark state={state} />
                </td>
                <td>
                  <Address address={address} />
                </td>
                <td>{kind}</td>
                <td>
                  {refusal ??
                    (risks
                      .map(({ attributeId }) => attributeId.split(':').at(-1)!.replaceAll('_', ' '))
                      .join(', ') ||
                      (state === 'unknown' ? 'cannot be said' : 'none proven'))}
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

async function screened(
  address: string,
  block: number | undefined,
  stateOf: (risks: number) => ClaimState,
): Promise<Screened> {
  try {
    const { intervals } = await attributeIntervals(address);
    const held = intervals.filter((one) => holdsAt(one, block));
    const risks = held.filter(({ attributeId }) => attributeId.startsWith('risk:'));
    const kind =
      held
        .find(({ attributeId }) => attributeId.startsWith('derived:'))
        ?.attributeId.split(':')
        .at(-1) ?? 'unknown here';
    return { address, state: stateOf(risks.length), kind: kind.replaceAll('_', ' '), risks };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { address, state: 'unknown', kind: '', risks: [], refusal: error.refusal.message };
  }
}
