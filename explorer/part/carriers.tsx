import { useState } from 'preact/hooks';
import { useAsOf } from '../app/context.js';
import { type Data, get } from '../app/service.js';
import { useAnswer } from '../app/use-answer.js';
import { Answered } from './answered.js';
import { Address } from './chip.js';
import { Mark } from './mark.js';
import { ProofLink } from './proof-link.js';
import { Since } from './since.js';
import { Table } from './table.js';

const LIMIT = 50;
/** How many pages are asked for until one has rows: a page may have none although later ones do. */
const PAGES = 10;

const SUBJECTS = 'definitions/{definitionId}/subjects';

async function nextWithRows(
  definitionId: string,
  query: { readonly limit: number; readonly cursor?: string; readonly block?: number },
): Promise<Data<typeof SUBJECTS>> {
  let page = await get(SUBJECTS, { path: { definitionId }, query });
  for (let asked = 1; asked < PAGES && page.subjects.length === 0 && page.nextCursor !== undefined; asked++)
    page = await get(SUBJECTS, { path: { definitionId }, query: { ...query, cursor: page.nextCursor } });
  return page;
}

/** What it means that a page has no rows. */
function absence(isFirst: boolean, isLast: boolean): string {
  if (!isLast) return 'No address so far. There are more claims to look at.';
  return isFirst ? 'No address carries it in the covered blocks.' : 'No other address carries it.';
}

/** The addresses that carry a claim, page by page. */
export function Carriers({ id, title }: { readonly id: string; readonly title: string }) {
  const { at, block } = useAsOf();
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const isRelation = id.startsWith('relation:');
  const query = {
    limit: LIMIT,
    ...(cursor !== undefined && { cursor }),
    ...(at !== undefined && block !== undefined && { block }),
  };
  const answer = useAnswer(() => nextWithRows(id, query), [id, cursor, at === undefined ? undefined : block]);
  return (
    <Answered answer={answer} what="an address that carries it">
      {({ subjects, nextCursor }) => (
        <>
          {subjects.length === 0 && (
            <p class="notice">
              <Mark state="not-proven" /> {absence(cursors.length === 0, nextCursor === undefined)}
            </p>
          )}
          {subjects.length > 0 && (
            <Table
              label="Who carries it"
              head={['Address', ...(isRelation ? ['Counterpart'] : []), 'Held', 'Proof']}
            >
              {subjects.map((one) => (
                <tr key={`${one.address} ${one.counterpart ?? ''}`}>
                  <td>
                    <Address address={one.address} />
                  </td>
                  {isRelation && (
                    <td>{one.counterpart !== undefined && <Address address={one.counterpart} />}</td>
                  )}
                  <td>
                    <Since interval={{ attributeId: id, startBlock: one.startBlock }} />
                  </td>
                  <td>
                    <ProofLink address={one.address} id={id} counterpart={one.counterpart} title={title} />
                  </td>
                </tr>
              ))}
            </Table>
          )}
          <p class="row">
            {cursors.length > 0 && (
              <button type="button" onClick={() => setCursors([])}>
                First
              </button>
            )}
            {nextCursor !== undefined && (
              <button type="button" onClick={() => setCursors((before) => [...before, nextCursor])}>
                More
              </button>
            )}
          </p>
        </>
      )}
    </Answered>
  );
}
