import { definitions } from '../app/chain.js';
import { proofPage } from '../app/claims.js';
import { useAsOf } from '../app/context.js';
import { type Control, controlOf } from '../app/control.js';
import { to } from '../app/location.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import type { PageProps } from '../pages.js';
import { Answered } from '../part/answered.js';
import { ChainText } from '../part/chain-text.js';
import { Address } from '../part/chip.js';
import { Drawing } from '../part/drawing.js';
import { Mark } from '../part/mark.js';
import { Table } from '../part/table.js';
import { When } from '../part/when.js';
import { KindAndRisk } from '../tab/dealings.js';

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
const COLUMN = 330;

function Shown({
  address,
  control: { edges, levels, isCut },
}: {
  readonly address: string;
  readonly control: Control;
}) {
  const known = dataOf(useAnswer(definitions, []));
  const { coverage } = useAsOf();
  const title = (id: string) => known?.get(id)?.title ?? id;
  if (edges.length === 0) {
    const isOpen = coverage?.families.some(({ kind, gaps }) => kind === 'relation' && gaps.length > 0);
    return (
      <p class="notice">
        <Mark state={isOpen ? 'unknown' : 'not-proven'} />{' '}
        {isOpen
          ? 'Nobody is known to control it, and blocks are missing that could show somebody.'
          : 'Nobody is proven to control it.'}{' '}
        An account is controlled by whoever holds its key; a contract can also be controlled in ways that no
        definition covers.
      </p>
    );
  }
  const columns = [0, 1, 2, 3].map((level) =>
    [...levels].filter(([, one]) => one === level).map(([id]) => id),
  );
  const rows = Math.max(...columns.map(({ length }) => length));
  const height = Math.max(2, rows) * ROW + 20;
  const width = COLUMN * (Math.max(...levels.values()) + 1);
  const nodes = columns.flatMap((ids, level) =>
    ids.map((id, at) => ({
      id,
      x: COLUMN / 2 + level * COLUMN,
      y: (height * (at + 1)) / (ids.length + 1),
      href: to(`address/${id}`),
      isSubject: id === address,
    })),
  );
  const ends = [...levels.keys()].filter(
    (id) => id !== address && !edges.some(({ subject }) => subject === id),
  );
  return (
    <>
      <div class="scroll">
        <Drawing
          nodes={nodes}
          edges={edges.map((one) => ({
            from: one.subject,
            to: one.object,
            label: title(one.attributeId),
            href: to(proofPage(one.subject, one.attributeId, one.object)),
          }))}
          width={width}
          height={height}
          label="Who controls the address. The table below says the same."
        />
      </div>
      <h2>At the end of each way</h2>
      <ul>
        {ends.map((id) => (
          <li key={id}>
            <Address address={id} /> <KindAndRisk address={id} />
          </li>
        ))}
      </ul>
      <h2>Step by step</h2>
      <Table label="Steps" head={['Level', 'Address', 'Relation', 'To', 'Since', 'Proof']}>
        {edges.map((one) => (
          <tr key={`${one.subject} ${one.attributeId} ${one.object}`}>
            <td>{one.level}</td>
            <td>
              <Address address={one.subject} />
            </td>
            <td>
              <Mark state="proven" /> {title(one.attributeId)}
              {one.value !== undefined && (
                <span class="value">
                  <ChainText text={one.value} longest={40} />
                </span>
              )}
            </td>
            <td>
              <Address address={one.object} />
            </td>
            <td>
              <When block={one.startBlock} time={one.startTime} />
            </td>
            <td>
              <a href={to(proofPage(one.subject, one.attributeId, one.object))}>proof</a>
            </td>
          </tr>
        ))}
      </Table>
      <p class="quiet">
        Three levels are walked, and each address once{isCut ? '; there are more steps than are shown' : ''}.
        A relation says who is named, not what that address may do. What no definition covers is not seen
        here.
      </p>
    </>
  );
}
