import type { Data } from '../app/service.js';
import { Address } from '../part/chip.js';
import { Mark } from '../part/mark.js';
import { Table } from '../part/table.js';
import { When } from '../part/when.js';

type Implementation = Data<'contracts/{address}/proxy'>['implementations'][number];

const NOBODY = `0x${'00'.repeat(20)}`;

/** Every implementation that an address pointed to, in one row each. */
export function Implementations({
  implementations,
}: {
  readonly implementations: readonly Implementation[];
}) {
  if (implementations.length === 0)
    return <p>None is known. That does not mean that the code passes no calls on.</p>;
  return (
    <Table label="Implementations" head={['Implementation', 'First seen in', 'Last seen in', 'Replaced in']}>
      {implementations.map((one) => (
        <tr key={`${one.source} ${one.implementation}`}>
          <td>
            <Address address={one.implementation} />
          </td>
          <td>
            <When block={one.firstSeenBlock} />
          </td>
          <td>
            <When block={one.lastSeenBlock} />
          </td>
          <td>
            <Replaced implementation={one} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** What is known of the end of an implementation. That nothing is known is not that it is current. */
function Replaced({
  implementation: { source, firstSeenBlock, slotLastEvent, supersededBy, supersededByBlock },
}: {
  readonly implementation: Implementation;
}) {
  if (supersededByBlock !== undefined)
    return (
      <>
        <When block={supersededByBlock} />
        {supersededBy === NOBODY && ' by none: it was cleared, or its contract destroyed'}
      </>
    );
  if (supersededBy === null) {
    const setIn = slotLastEvent?.blockNumber;
    return (
      <>
        not replaced
        {setIn !== undefined && setIn > firstSeenBlock && (
          <>
            {' '}
            since it was set again in <When block={setIn} />
          </>
        )}
      </>
    );
  }
  if (source === 'eip1167') return <>it is part of the code</>;
  return (
    <>
      <Mark state="unknown" /> not known: state is missing after it
    </>
  );
}
