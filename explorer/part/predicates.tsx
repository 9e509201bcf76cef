import type { Definition } from '../app/chain.js';
import { to } from '../app/location.js';
import type { ProofRecord } from '../app/proof.js';
import { isAddress } from '../text/address.js';
import { declaredText } from '../text/declared-text.js';
import { listTitle } from '../text/list-title.js';
import { ChainText } from './chain-text.js';
import { Address, Hash } from './chip.js';
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
  selectors_all: 'dispatches',
  selectors_none: 'dispatches none of',
  instructions_all: 'may reach',
  instructions_none: 'reaches none of',
  returns: 'result of',
  delegates: 'delegates:',
  slot_address: 'in the slot',
  code_hash_in: 'code hash is in the list',
  build_in: 'build is in the list',
  eq: 'equals',
  neq: 'is not',
  gte: 'is at least',
};

/** The comparisons of a proof. All of them hold. */
export function PredicateTable({
  results,
  proof,
  label,
  known,
}: {
  readonly results: readonly object[];
  readonly proof: ProofRecord;
  readonly label: string;
  readonly known: ReadonlyMap<string, Definition> | undefined;
}) {
  const inWords = wordsOf(proof, known?.get(proof.attributeId));
  return (
    <Table label={label} head={[label, 'Compared', 'Observed']}>
      {(results as readonly Result[]).map(({ id = '', operator = '', expected, observed }) => (
        <tr key={id}>
          <td>
            <Mark state="proven" /> {inWords(id)}
          </td>
          <td>
            <Compared {...{ operator, expected, known }} />
          </td>
          <td>
            <Declared text={declaredText({ operator, expected, observed })} />
            <Value value={observed} known={known} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Shows the text that bytes encode, before the bytes. */
export function Declared({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <>
      <ChainText text={text} longest={40} />{' '}
    </>
  );
}

/** How the definition describes its predicates. Another version may have had others. */
function wordsOf(
  { selectedFamilyId, definitionVersion }: ProofRecord,
  definition: Definition | undefined,
): (id: string) => string {
  const version = definition?.currentVersion;
  const checks =
    version?.version === definitionVersion ? [...version.checks, ...version.negativeControls] : [];
  return (id) =>
    checks.find(({ factId }) => factId === id || factId === `${selectedFamilyId}.${id}`)?.description ??
    id.replaceAll('_', ' ');
}

/** What a check compares with, in words. */
export function Compared({
  operator,
  expected,
  known,
}: {
  readonly operator: string;
  readonly expected: unknown;
  readonly known: ReadonlyMap<string, Definition> | undefined;
}) {
  return (
    <>
      {OPERATORS[operator] ?? operator}{' '}
      {operator !== 'exists' && operator !== 'absent' && <Value value={expected} known={known} />}
    </>
  );
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
    return <a href={to('registries', { list })}>{listTitle(list)}</a>;
  }
  const text = Array.isArray(value)
    ? value.join(', ')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
  const definition = known?.get(text);
  if (definition) return <a href={to(`definitions/${definition.id}`)}>{definition.title}</a>;
  if (isAddress(text)) return <Address address={text} />;
  if (/^0x[0-9a-f]{64}$/.test(text)) return <Hash hash={text} />;
  return (
    <span class="break">
      <ChainText text={text} longest={100} />
    </span>
  );
}
