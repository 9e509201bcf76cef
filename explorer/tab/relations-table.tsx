import { useState } from 'preact/hooks';
import { useAsOf } from '../app/context.js';
import { stateOfEdge } from '../claim/edge-state.js';
import { type Edge, edgeKey } from '../claim/relation-graph.js';
import { Address } from '../part/chip.js';
import { ClaimValue } from '../part/claim-value.js';
import { HeldSpan } from '../part/held-span.js';
import { Mark } from '../part/mark.js';
import { ProofLink } from '../part/proof-link.js';
import { SaveCsv, Table } from '../part/table.js';
import { grouped } from '../text/amount.js';

/** The names of so many rows can be asked for at once; each takes a call. */
const AT_ONCE = 100;

/** Every relation of the drawing, and those that are over. */
export function RelationsTable({
  address,
  edges,
  title,
  open,
}: {
  readonly address: string;
  readonly edges: readonly Edge[];
  readonly title: (id: string) => string;
  /** By address what is unknown about it; only addresses that were asked about. */
  readonly open: ReadonlyMap<string, readonly string[]>;
}) {
  const [shown, setShown] = useState(AT_ONCE);
  return (
    <div>
      <div class="section-head">
        <h3 id="relations-table">As a table</h3>
        <SaveCsv
          name={`relations-${address}`}
          rows={() => [
            ['subject', 'relation', 'object', 'value', 'startBlock', 'endBlock', 'proofHash'],
            ...edges.map((one) => [
              one.subject,
              one.attributeId,
              one.object,
              one.value ?? '',
              one.startBlock,
              one.endBlock ?? '',
              one.proofHash ?? '',
            ]),
          ]}
        />
      </div>
      <Table label="Relations" class="reads" head={['Subject', 'Relation', 'Object', 'Held', 'Proof']}>
        {edges.slice(0, shown).map((one) => (
          <Row key={`${edgeKey(one)} ${one.startBlock}`} {...{ edge: one, address, title, open }} />
        ))}
      </Table>
      {edges.length > shown && (
        <p class="row">
          <span class="quiet">
            {grouped(shown)} of {grouped(edges.length)} relations.
          </span>
          <button type="button" class="small" onClick={() => setShown(shown + AT_ONCE)}>
            Show more
          </button>
        </p>
      )}
    </div>
  );
}

function Row({
  edge: one,
  address,
  title,
  open,
}: {
  readonly edge: Edge;
  readonly address: string;
  readonly title: (id: string) => string;
  /** By address what is unknown about it; only addresses that were asked about. */
  readonly open: ReadonlyMap<string, readonly string[]>;
}) {
  const { at, block, coverage } = useAsOf();
  const asked = at === undefined ? undefined : block;
  return (
    <tr>
      <td>{one.subject === address ? 'this address' : <Address address={one.subject} />}</td>
      <td>
        <Mark state={stateOfEdge(one, asked, coverage, open)} /> {title(one.attributeId)}
        <ClaimValue claim={one} />
      </td>
      <td>{one.object === address ? 'this address' : <Address address={one.object} />}</td>
      <td>
        <HeldSpan interval={one} />
      </td>
      <td>
        <ProofLink
          address={one.subject}
          id={one.attributeId}
          counterpart={one.object}
          title={title(one.attributeId)}
          at={
            // At the block of the page, what begins later has no proof.
            one.endBlock ?? (asked !== undefined && one.startBlock > asked ? one.startBlock : undefined)
          }
        />
      </td>
    </tr>
  );
}
