import { useState } from 'preact/hooks';
import { useAsOf } from '../app/context.js';
import { type Data, get } from '../app/service.js';
import { useAnswer } from '../app/use-answer.js';
import { type ClaimState, stateOfAbsent } from '../claim/coverage.js';
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

/** What it means that a page has no rows. @param state of a claim that is not known to hold */
function absence(state: ClaimState, isFirst: boolean, isLast: boolean): string {
  if (!isLast) return 'No address so far. There are more claims to look at.';
  if (!isFirst) return 'It is proven of no other address.';
  return state === 'unknown'
    ? 'It is proven of no address, and blocks are missing that could show one.'
    : 'It is proven of no address in the covered blocks.';
}

/** The addresses that carry a claim, page by page. */
export function Carriers({ id, title }: { readonly id: string; readonly title: string }) {
  const { at, block, coverage } = useAsOf();
  const asked = at === undefined ? undefined : block;
  const state = stateOfAbsent(id, asked, coverage);
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const isRelation = id.startsWith('relation:');
  const query = {
    limit: LIMIT,
    ...(cursor !== undefined && { cursor }),
    ...(asked !== undefined && { block: asked }),
  };
  const answer = useAnswer(() => nextWithRows(id, query), [id, cursor, asked]);
  return (
    <Answered answer={answer} what="an address that carries it">
      {({ subjects, nextCursor }) => (
        <>
          {subjects.length === 0 && (
            <p class="notice">
              <Mark state={nextCursor === undefined ? state : 'unknown'} />{' '}
              {absence(state, cursors.length === 0, nextCursor === undefined)}
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
          <p class="quiet">Addresses of which it cannot be said whether they carry it are not listed.</p>
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
