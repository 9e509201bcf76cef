import { to } from '../app/location.js';
import type { TabProps } from '../app/props.js';
import { type Data, get } from '../app/service.js';
import { useAnswer } from '../app/use-answer.js';
import { Answered } from '../part/answered.js';
import { ChainText } from '../part/chain-text.js';
import { Hash } from '../part/chip.js';
import { EventArguments } from '../part/event-arguments.js';
import { NewestOnly } from '../part/newest-only.js';
import { Table } from '../part/table.js';
import { When } from '../part/when.js';
import { ContractFacts } from './contract-facts.js';
import { Implementations } from './implementations.js';

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
      <Answered answer={contract}>{(one) => <ContractFacts contract={one} />}</Answered>
      <h2>Implementations</h2>
      <Answered answer={proxy}>
        {({ implementations }) => <Implementations implementations={implementations} />}
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
      <ChainText text={decoded.name} longest={40} />{' '}
      {decoded.args && <EventArguments values={decoded.args} />}
    </>
  );
}
