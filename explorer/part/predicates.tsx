import type { Definition } from '../app/chain.js';
import { to } from '../app/location.js';
import { isAddress } from '../text/address.js';
import { ChainText } from './chain-text.js';
import { Address } from './chip.js';
import { Mark } from './mark.js';
import { Table } from './table.js';

interface Result {
  readonly id?: string;
  readonly operator?: string;
  readonly expected?: unknown;
  readonly observed?: unknown;
}

const OPERATORS: Readonly<Record<string, string>> = {
  holds: 'is proven:',
  exists: 'is on the chain',
  absent: 'is absent',
  in: 'is in the list',
  not_in: 'is not in the list',
  imitates: 'imitates an entry of',
};

/** The comparisons of a proof. All of them hold. */
export function PredicateTable({
  results,
  label,
  known,
}: {
  readonly results: readonly object[];
  readonly label: string;
  readonly known: ReadonlyMap<string, Definition> | undefined;
}) {
  return (
    <Table label={label} head={[label, 'Compared', 'Observed']}>
      {(results as readonly Result[]).map(({ id = '', operator = '', expected, observed }) => (
        <tr key={id}>
          <td>
            <Mark state="proven" /> {id.replaceAll('_', ' ')}
          </td>
          <td>
            {OPERATORS[operator] ?? operator} <Expected {...{ operator, expected, known }} />
          </td>
          <td>
            <Value value={observed} known={known} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Expected({
  operator,
  expected,
  known,
}: {
  readonly operator: string;
  readonly expected: unknown;
  readonly known: ReadonlyMap<string, Definition> | undefined;
}) {
  if (operator === 'exists' || operator === 'absent') return null;
  return <Value value={expected} known={known} />;
}

function Value({
  value,
  known,
}: {
  readonly value: unknown;
  readonly known: ReadonlyMap<string, Definition> | undefined;
}) {
  if (value === true) return <>present</>;
  if (typeof value === 'object' && value !== null && 'binding' in value) {
    const list = String(value.binding);
    return <a href={to('registries', { list })}>{list}</a>;
  }
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const definition = known?.get(text);
  if (definition) return <a href={to(`definitions/${definition.id}`)}>{definition.title}</a>;
  return isAddress(text) ? <Address address={text} /> : <ChainText text={text} longest={100} />;
}
