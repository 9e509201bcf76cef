import { useState } from 'preact/hooks';
import { to } from '../app/location.js';
import type { TabProps } from '../app/props.js';
import { type Data, get } from '../app/service.js';
import { useAnswer } from '../app/use-answer.js';
import { Answered } from '../part/answered.js';
import { ChainText } from '../part/chain-text.js';
import { Address, Hash } from '../part/chip.js';
import { NewestOnly } from '../part/newest-only.js';
import { save, Table } from '../part/table.js';
import { When } from '../part/when.js';
import { grouped } from '../text/amount.js';
import { argumentsText } from '../text/arguments.js';

type Contract = Data<'contracts/{address}'>;

/** What is known of the code at the address. */
export function ContractTab({ address }: TabProps) {
  const contract = useAnswer(() => get('contracts/{address}', { path: { address } }), [address]);
  const proxy = useAnswer(() => get('contracts/{address}/proxy', { path: { address } }), [address]);
  const selectors = useAnswer(() => get('contracts/{address}/selectors', { path: { address } }), [address]);
  const events = useAnswer(
    () => get('contracts/{address}/events', { path: { address }, query: { limit: 20 } }),
    [address],
  );
  return (
    <section aria-labelledby="contract">
      <NewestOnly />
      <h2 id="contract">Code</h2>
      <Answered answer={contract}>{(one) => <Facts contract={one} />}</Answered>
      <h2>Implementations</h2>
      <Answered answer={proxy}>
        {({ implementations }) =>
          implementations.length === 0 ? (
            <p>None: the code is not known to pass calls on.</p>
          ) : (
            <Table label="Implementations" head={['Implementation', 'First seen in', 'Replaced in']}>
              {implementations.map((one) => (
                <tr key={`${one.implementation} ${one.firstSeenBlock}`}>
                  <td>
                    <Address address={one.implementation} />
                  </td>
                  <td>
                    <When block={one.firstSeenBlock} />
                  </td>
                  <td>
                    {one.supersededByBlock === undefined ? (
                      'not replaced'
                    ) : (
                      <When block={one.supersededByBlock} />
                    )}
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Answered>
      <h2>Functions that the code answers</h2>
      <Answered answer={selectors}>
        {({ selectors: rows }) =>
          rows.length === 0 ? (
            <p>None is found in the code. It may pass every call on.</p>
          ) : (
            <Table label="Functions" head={['Selector', 'Signature', 'Certainty']}>
              {rows.map((one) => (
                <tr key={one.selector}>
                  <td>
                    <code>{one.selector}</code>
                  </td>
                  <td>
                    {one.signature === undefined ? (
                      <span class="quiet">unknown</span>
                    ) : (
                      <ChainText text={one.signature} longest={120} />
                    )}
                  </td>
                  <td>
                    {one.candidateCount === undefined || one.candidateCount <= 1
                      ? ''
                      : `one of ${one.candidateCount} signatures with this hash`}
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Answered>
      <h2>Newest events</h2>
      <Answered answer={events} what="an event">
        {({ events: rows }) =>
          rows.length === 0 ? (
            <p>None is in the covered blocks.</p>
          ) : (
            <Table label="Events" head={['Block', 'Transaction', 'Event']}>
              {rows.map((one) => (
                <tr key={`${one.blockNumber} ${one.logIndex}`}>
                  <td>
                    <When block={one.blockNumber} time={one.timestamp} />
                  </td>
                  <td>
                    <Hash hash={one.txHash} href={to(`tx/${one.txHash}`)} />
                  </td>
                  <td>
                    <DecodedEvent event={one} />
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Answered>
    </section>
  );
}

type Event = Data<'contracts/{address}/events'>['events'][number];

function DecodedEvent({ event: { decoded, topics } }: { readonly event: Event }) {
  if (!decoded) return <code class="break">{topics[0] ?? 'without a topic'}</code>;
  return (
    <>
      <ChainText text={decoded.name} longest={40} />
      {decoded.args && (
        <span class="quiet break">
          {' '}
          (<ChainText text={argumentsText(decoded.args)} longest={240} />)
        </span>
      )}
    </>
  );
}

function Facts({ contract }: { readonly contract: Contract }) {
  const { lifecycle, codeHash, bytecodeSize, proxyFamily, selectorCount, address } = contract;
  const [isSaving, setSaving] = useState(false);
  return (
    <dl class="facts">
      {lifecycle?.deployer !== undefined && (
        <>
          <dt>Created by</dt>
          <dd>
            <Address address={lifecycle.deployer} />
            {lifecycle.origin !== undefined && lifecycle.origin !== lifecycle.deployer && (
              <>
                {' '}
                signed by <Address address={lifecycle.origin} />
              </>
            )}
          </dd>
        </>
      )}
      {lifecycle?.deployBlock !== undefined && (
        <>
          <dt>In block</dt>
          <dd>
            <When block={lifecycle.deployBlock} exact />{' '}
            {lifecycle.deployTxHash !== undefined && (
              <Hash hash={lifecycle.deployTxHash} href={to(`tx/${lifecycle.deployTxHash}`)} />
            )}
          </dd>
        </>
      )}
      <dt>Alive</dt>
      <dd>
        {lifecycle?.isAlive === undefined ? 'unknown' : lifecycle.isAlive ? 'yes' : 'no: it was destroyed'}
      </dd>
      <dt>Code hash</dt>
      <dd>
        <code>{codeHash}</code>
      </dd>
      {bytecodeSize !== undefined && (
        <>
          <dt>Size</dt>
          <dd>
            {grouped(bytecodeSize)} {bytecodeSize === 1 ? 'byte' : 'bytes'}, {selectorCount}{' '}
            {selectorCount === 1 ? 'function' : 'functions'}{' '}
            <button
              type="button"
              class="small"
              disabled={isSaving}
              onClick={async () => {
                setSaving(true);
                const { bytecode } = await get('contracts/{address}/bytecode', {
                  path: { address },
                }).finally(() => setSaving(false));
                if (bytecode !== undefined) save(`${address}.hex`, bytecode, 'text/plain');
              }}
            >
              Save the code
            </button>
          </dd>
        </>
      )}
      <dt>Proxy</dt>
      <dd>{proxyFamily === 'none' || proxyFamily === undefined ? 'no' : proxyFamily.replaceAll('_', ' ')}</dd>
    </dl>
  );
}
