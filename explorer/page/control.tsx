import { definitions } from '../app/chain.js';
import { proofPage } from '../app/claims.js';
import { useAsOf } from '../app/context.js';
import { type Control, controlOf } from '../app/control.js';
import { to } from '../app/location.js';
import type { PageProps } from '../app/props.js';
import { screenedAt } from '../app/screened.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import { mayBeginEarlier } from '../claim/coverage.js';
import { Answered } from '../part/answered.js';
import { Address } from '../part/chip.js';
import { ClaimValue } from '../part/claim-value.js';
import { Drawing } from '../part/drawing.js';
import type { DrawnEdge } from '../part/drawn-edge.js';
import { KindAndRisk } from '../part/kind-and-risk.js';
import { Mark } from '../part/mark.js';
import { ProofLink } from '../part/proof-link.js';
import { Since } from '../part/since.js';
import { Table } from '../part/table.js';
import { grouped } from '../text/amount.js';

/** Who controls an address: owners, admins, beacons, roles, owners and modules of a Safe, up to accounts. */
export function ControlPage({ values }: PageProps) {
  const address = values.address!.toLowerCase();
  const { at, block } = useAsOf();
  const asked = at === undefined ? undefined : block;
  const answer = useAnswer(
    async () => (at !== undefined && block === undefined ? undefined : await controlOf(address, asked)),
    [address, at, asked],
  );
  return (
    <>
      <h1>
        Who controls <Address address={address} />
      </h1>
      <Answered answer={answer} what="a relation of control">
        {(control) => control && <Shown address={address} control={control} />}
      </Answered>
    </>
  );
}

const ROW = 62;
const COLUMN = 400;

function Shown({
  address,
  control: { nodes, edges, truncated },
}: {
  readonly address: string;
  readonly control: Control;
}) {
  const known = dataOf(useAnswer(definitions, []));
  const title = (id: string) => known?.get(id)?.title ?? id;
  const open = nodes.filter(({ undecided }) => undecided.length > 0);
  return (
    <>
      {edges.length === 0 ? (
        <p class="notice">
          <Mark state={open.length > 0 ? 'unknown' : 'not-proven'} />{' '}
          {open.length > 0
            ? 'No controller is known, but there may be one.'
            : 'Nobody is proven to control it.'}{' '}
          An account is controlled by whoever holds its key; a contract can also be controlled in ways that no
          definition covers.
        </p>
      ) : (
        <Ways {...{ address, nodes, edges, title }} />
      )}
      {open.map(({ address: one, undecided }) => (
        <p key={one} class="notice">
          <Mark state="unknown" /> Undecided for <Address address={one} />: {undecided.map(title).join(', ')}.
        </p>
      ))}
      {edges.length > 0 && (
        <p class="quiet">
          Three levels are walked, and each address once
          {truncated ? '; there are more steps than are shown' : ''}. A relation says who is named, not what
          that address may do. What no definition covers is not seen here.
        </p>
      )}
    </>
  );
}

function Ways({
  address,
  nodes,
  edges,
  title,
}: {
  readonly address: string;
  readonly nodes: Control['nodes'];
  readonly edges: Control['edges'];
  readonly title: (id: string) => string;
}) {
  const { at, block, coverage } = useAsOf();
  const columns = [0, 1, 2, 3].map((level) =>
    nodes.filter((node) => node.level === level).map((node) => node.address),
  );
  const rows = Math.max(...columns.map(({ length }) => length));
  const height = Math.max(2, rows) * ROW + 20;
  const width = COLUMN * (Math.max(...nodes.map(({ level }) => level)) + 1);
  const boxes = columns.flatMap((ids, level) =>
    ids.map((id, at) => ({
      id,
      x: COLUMN / 2 + level * COLUMN,
      y: (height * (at + 1)) / (ids.length + 1),
      href: to(`address/${id}`),
      isSubject: id === address,
    })),
  );
  // Arrows between the same two boxes would lie on top of each other.
  const arrows = new Map<string, DrawnEdge>();
  for (const one of edges) {
    const key = `${one.from} ${one.to}`;
    const line = {
      text: `${title(one.attributeId)}, since ${grouped(one.startBlock)}${mayBeginEarlier(one, coverage) ? ' or earlier' : ''}`,
      href: to(proofPage(one.from, one.attributeId, one.to)),
    };
    arrows.set(key, { from: one.from, to: one.to, lines: [...(arrows.get(key)?.lines ?? []), line] });
  }
  const ends = nodes.filter((node) => node.level > 0 && !edges.some(({ from }) => from === node.address));
  const asked = at === undefined ? undefined : block;
  const screened = useAnswer(
    () =>
      screenedAt(
        ends.map((node) => node.address),
        asked,
      ),
    [nodes, asked],
  );
  return (
    <>
      <Drawing
        nodes={boxes}
        edges={[...arrows.values()]}
        width={width}
        height={height}
        label="Who controls the address. The table below says the same."
      />
      <h2>Where each path ends</h2>
      <ul>
        {ends.map((node) => (
          <li key={node.address}>
            <Address address={node.address} /> <KindAndRisk address={node.address} screened={screened} />
            {!node.followed && <span class="quiet"> (not looked at further)</span>}
          </li>
        ))}
      </ul>
      <h2>Step by step</h2>
      <Table label="Steps" class="reads" head={['Level', 'Address', 'Relation', 'To', 'Held', 'Proof']}>
        {edges.map((one) => (
          <tr key={`${one.from} ${one.attributeId} ${one.to}`}>
            <td>{(nodes.find((node) => node.address === one.from)?.level ?? 0) + 1}</td>
            <td>
              <Address address={one.from} />
            </td>
            <td>
              <Mark state="proven" /> {title(one.attributeId)}
              <ClaimValue claim={one} />
            </td>
            <td>
              <Address address={one.to} />
            </td>
            <td>
              <Since interval={one} />
            </td>
            <td>
              <ProofLink
                address={one.from}
                id={one.attributeId}
                counterpart={one.to}
                title={title(one.attributeId)}
              />
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}
