import { to } from '../app/location.js';
import type { PageProps } from '../app/props.js';
import { entriesOf, type Registry, registries, retrievedOn } from '../app/registries.js';
import { useAnswer } from '../app/use-answer.js';
import { Answered } from '../part/answered.js';
import { ChainText } from '../part/chain-text.js';
import { Address } from '../part/chip.js';
import { Table } from '../part/table.js';
import { isAddress } from '../text/address.js';
import { grouped } from '../text/amount.js';
import { dayOfText } from '../text/day.js';
import { listTitle } from '../text/list-title.js';

/** The lists that definitions consult: source, day, versions and entries. */
export function RegistriesPage({ query }: PageProps) {
  const id = query.get('list') ?? undefined;
  const answer = useAnswer(registries, []);
  return (
    <>
      <h1>{id === undefined ? 'Lists' : `List: ${listTitle(id)}`}</h1>
      <p class="means">
        Some statements rest on a list that somebody publishes. They are worth as much as the list, and “not
        on the list” as much as its date.
      </p>
      <Answered answer={answer}>
        {(all) => {
          const chosen = all.find((one) => one.id === id);
          if (chosen) return <Chosen list={chosen} />;
          return (
            <>
              {id !== undefined && <p class="notice">There is no such list. These there are:</p>}
              <All lists={all} />
            </>
          );
        }}
      </Answered>
    </>
  );
}

function All({ lists }: { readonly lists: readonly Registry[] }) {
  return (
    <Table label="Lists" head={['List', 'Read on', '#Entries in force', 'Source', 'Used by']}>
      {lists.map((list) => (
        <tr key={list.id}>
          <td>
            <a href={to('registries', { list: list.id })}>{listTitle(list.id)}</a>
          </td>
          <td class="nowrap">{retrievedOn(list)}</td>
          <td class="number">{grouped(list.currentEntryCount)}</td>
          <td>{list.source}</td>
          <td>
            {list.usedBy.map((id, at) => (
              <span key={id}>
                {at > 0 && ', '}
                <a href={to(`definitions/${id}`)}>{id}</a>
              </span>
            ))}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Chosen({ list }: { readonly list: Registry }) {
  const answer = useAnswer(() => entriesOf(list.id), [list.id]);
  return (
    <>
      <p>
        <a href={to('registries')}>All lists</a>
      </p>
      <dl class="facts">
        <dt>Id</dt>
        <dd>
          <code>{list.id}</code>
        </dd>
        <dt>Source</dt>
        <dd>{list.source}</dd>
        <dt>Digest</dt>
        <dd>
          <code>{list.digest}</code>
        </dd>
        <dt>Entries</dt>
        <dd>
          {grouped(list.currentEntryCount)} in force, {grouped(list.entryCount)} in all versions
        </dd>
        <dt>Used by</dt>
        <dd>
          {list.usedBy.map((id, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <a href={to(`definitions/${id}`)}>{id}</a>
            </span>
          ))}
        </dd>
      </dl>
      <h2>Versions</h2>
      <Table label="Versions" head={['Version', 'Read on', 'In force from block']}>
        {list.versions.map(({ version, retrievedAt, validFromBlock }) => (
          <tr key={version}>
            <td>{version}</td>
            <td>{dayOfText(retrievedAt)}</td>
            <td>{grouped(validFromBlock)}</td>
          </tr>
        ))}
      </Table>
      <h2>Entries</h2>
      <Answered answer={answer}>
        {({ entries, nextCursor }) => (
          <>
            <Table
              label="Entries"
              head={['Entry', ...list.fields, 'From block', 'Added in version', 'Removed in version']}
            >
              {entries.map((entry) => {
                const fields = (entry.fields ?? {}) as Readonly<Record<string, unknown>>;
                return (
                  <tr key={`${entry.key} ${entry.added}`}>
                    <td>
                      {isAddress(entry.key) ? (
                        <Address address={entry.key} />
                      ) : (
                        <code class="break">{entry.key}</code>
                      )}
                    </td>
                    {list.fields.map((field) => (
                      <td key={field}>
                        {fields[field] === undefined ? '' : <ChainText text={String(fields[field])} />}
                      </td>
                    ))}
                    <td>{grouped(entry.fromBlock)}</td>
                    <td>{entry.added}</td>
                    <td>{'removed' in entry ? String(entry.removed) : ''}</td>
                  </tr>
                );
              })}
            </Table>
            {nextCursor !== undefined && <p class="quiet">The first {entries.length} entries.</p>}
          </>
        )}
      </Answered>
    </>
  );
}
