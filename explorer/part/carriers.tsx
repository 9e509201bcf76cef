import { useState } from 'preact/hooks';
import { proofPage } from '../app/claims.js';
import { useAsOf } from '../app/context.js';
import { to } from '../app/location.js';
import { get } from '../app/service.js';
import { useAnswer } from '../app/use-answer.js';
import { Answered } from './answered.js';
import { Address } from './chip.js';
import { Mark } from './mark.js';
import { Table } from './table.js';
import { When } from './when.js';

const LIMIT = 50;

/** The addresses that carry a claim, page by page. */
export function Carriers({ id }: { readonly id: string }) {
  const { at, block } = useAsOf();
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const query = {
    limit: LIMIT,
    ...(cursor !== undefined && { cursor }),
    ...(at !== undefined && block !== undefined && { block }),
  };
  const answer = useAnswer(
    () => get('definitions/{definitionId}/subjects', { path: { definitionId: id }, query }),
    [id, cursor, at === undefined ? undefined : block],
  );
  return (
    <Answered answer={answer} what="an address that carries it">
      {({ subjects, nextCursor }) => (
        <>
          {subjects.length === 0 && (
            <p class="notice">
              <Mark state="not-proven" /> No address carries it in the covered blocks.
            </p>
          )}
          {subjects.length > 0 && (
            <Table label="Who carries it" head={['Address', 'Counterpart', 'Since', 'Proof']}>
              {subjects.map((one) => (
                <tr key={`${one.address} ${one.counterpart ?? ''}`}>
                  <td>
                    <Address address={one.address} />
                  </td>
                  <td>{one.counterpart !== undefined && <Address address={one.counterpart} />}</td>
                  <td>
                    <When block={one.startBlock} />
                  </td>
                  <td>
                    <a href={to(proofPage(one.address, id, one.counterpart))}>proof</a>
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
