import { useState } from 'preact/hooks';
import { type Definition, definitions } from '../app/chain.js';
import { proofPage, relationIntervals } from '../app/claims.js';
import { useAsOf } from '../app/context.js';
import { to } from '../app/location.js';
import type { TabProps } from '../app/props.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import { stateOfAbsent } from '../claim/coverage.js';
import { type Held, leftOut, withHeld } from '../claim/held.js';
import { type ClaimInterval, holdsAt } from '../claim/interval.js';
import { Answered } from '../part/answered.js';
import { ChainText } from '../part/chain-text.js';
import { Address } from '../part/chip.js';
import { Drawing, type DrawnEdge, type DrawnNode } from '../part/drawing.js';
import { Mark } from '../part/mark.js';
import { ProofLink } from '../part/proof-link.js';
import { Since } from '../part/since.js';
import { SaveCsv, Table } from '../part/table.js';
import { When } from '../part/when.js';
import { grouped } from '../text/amount.js';
import { claimValue } from '../text/claim-value.js';
import { placed } from './graph-layout.js';

/** A relation with both its ends. */
interface Edge extends ClaimInterval {
  readonly subject: string;
  readonly object: string;
}

/** How many neighbours of a kind are drawn one by one. */
const OF_A_KIND = 12;
const MOST_NODES = 60;

interface Edges {
  readonly edges: readonly Edge[];
  /** Whether the list is cut, so that it has older edges only. */
  readonly isCut: boolean;
  /** Relations whose edges from the address are left out where they do not hold. */
  readonly coveredFamilies: readonly string[];
}

async function edgesOf(address: string): Promise<Edges> {
  const [out, back] = await Promise.all([relationIntervals(address), relationIntervals(address, 'object')]);
  return {
    edges: [
      ...out.intervals.map((one) => edgeFrom(address, one)),
      ...back.intervals.map((one) => ({ ...one, subject: one.counterpart, object: address })),
    ],
    isCut: out.truncated || back.truncated,
    coveredFamilies: out.coveredFamilies,
  };
}

const edgeFrom = (subject: string, one: ClaimInterval): Edge => ({
  ...one,
  subject,
  object: one.counterpart!,
});

/** Relations of the address as a drawing and as a table. */
export function RelationsTab({ address, held }: TabProps) {
  const known = dataOf(useAnswer(definitions, []));
  const answer = useAnswer(() => edgesOf(address), [address]);
  return (
    <section aria-labelledby="relations">
      <div class="section-head">
        <h2 id="relations">Relations</h2>
        <a href={to(`control/${address}`)}>Who controls this?</a>
      </div>
      <Answered answer={answer} what="a relation of this address">
        {(found) => {
          const edges = withHeld(
            found.edges,
            (held?.relations ?? []).map((one) => edgeFrom(address, one)),
          );
          return (
            <>
              {edges.length === 0 ? <None held={held} /> : <Shown {...{ address, edges, known, held }} />}
              <LeftOut found={found} known={known} />
            </>
          );
        }}
      </Answered>
    </section>
  );
}

function None({ held }: { readonly held: Held | undefined }) {
  const { coverage } = useAsOf();
  if (!held) return <p class="asking">Asking …</p>;
  const gaps = coverage?.families.some(({ kind, gaps }) => kind === 'relation' && gaps.length > 0);
  const isOpen = held.open.some((one) => one.startsWith('relation:'));
  return (
    <p class="notice">
      <Mark state={gaps || isOpen ? 'unknown' : 'not-proven'} />{' '}
      {gaps
        ? 'No relation is known, and blocks are missing that could show one.'
        : isOpen
          ? 'No relation is known, but there may be some.'
          : 'No relation is proven in the covered blocks.'}
    </p>
  );
}

/** Says what the table leaves out. */
function LeftOut({
  found: { isCut, coveredFamilies },
  known,
}: {
  readonly found: Edges;
  readonly known: ReadonlyMap<string, Definition> | undefined;
}) {
  const { coverage } = useAsOf();
  const untold = coverage ? leftOut('relation', { coveredFamilies }, coverage) : [];
  return (
    <>
      {isCut && (
        <p class="notice">
          There are more relations. The first 1,000 of each direction are listed, and those of this address
          that hold at the block.
        </p>
      )}
      {untold.length > 0 && (
        <p class="notice">
          Of these relations from this address only what holds at the block is listed, because in some block
          they could not be decided: {untold.map((id) => known?.get(id)?.title ?? id).join(', ')}.
        </p>
      )}
    </>
  );
}

function Shown({
  address,
  edges,
  known,
  held,
}: {
  readonly address: string;
  readonly edges: readonly Edge[];
  readonly known: ReadonlyMap<string, Definition> | undefined;
  readonly held: Held | undefined;
}) {
  const { at, block, coverage } = useAsOf();
  const asked = at === undefined ? undefined : block;
  const [more, setMore] = useState<readonly Edge[]>([]);
  const [opened, setOpened] = useState<readonly string[]>([address]);
  const title = (id: string) => known?.get(id)?.title ?? id.replace('relation:', '');
  const open = async (id: string) => {
    setOpened((before) => [...before, id]);
    const found = await edgesOf(id);
    setMore((before) => [...before, ...found.edges]);
  };
  const current = uniqueEdges([...edges, ...more].filter((one) => holdsAt(one, asked)));
  return (
    <div class="with-graph">
      {current.length > 0 && (
        <Graph address={address} edges={current} title={title} opened={opened} open={open} />
      )}
      <div class="section-head">
        <h3>As a table</h3>
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
        {edges.map((one) => (
          <tr key={`${one.subject} ${one.attributeId} ${one.object} ${one.startBlock}`}>
            <td>{one.subject === address ? 'this address' : <Address address={one.subject} />}</td>
            <td>
              <Mark
                state={
                  holdsAt(one, asked) ? 'proven' : stateOfAbsent(one.attributeId, asked, coverage, held?.open)
                }
              />{' '}
              {title(one.attributeId)}
              {one.value !== undefined && (
                <span class="value">
                  <ChainText text={claimValue(one.attributeId, one.value)} longest={40} />
                </span>
              )}
            </td>
            <td>{one.object === address ? 'this address' : <Address address={one.object} />}</td>
            <td>
              {one.endBlock === one.startBlock ? (
                'only at '
              ) : (
                <Since interval={one} word={one.endBlock === undefined ? 'since' : 'from'} />
              )}
              {one.endBlock !== undefined && (
                <>
                  {one.endBlock !== one.startBlock && ' to '}
                  <When block={one.endBlock} time={one.endTime} />
                </>
              )}
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
        ))}
      </Table>
    </div>
  );
}

function uniqueEdges(edges: readonly Edge[]): readonly Edge[] {
  return [...new Map(edges.map((one) => [`${one.subject} ${one.attributeId} ${one.object}`, one])).values()];
}

/** Arrows between the same two boxes would lie on top of each other: they become one with all labels. */
function mergedEdges(edges: readonly DrawnEdge[]): readonly DrawnEdge[] {
  const merged = new Map<string, DrawnEdge>();
  for (const edge of edges) {
    const key = `${edge.from} ${edge.to}`;
    const before = merged.get(key);
    merged.set(
      key,
      before
        ? { ...before, label: `${before.label}\n${edge.label}`, href: to(`address/${edge.from}/relations`) }
        : edge,
    );
  }
  return [...merged.values()];
}

const SIZE = { width: 1100, height: 460 } as const;
const FAR = 0.7;

function Graph({
  address,
  edges,
  title,
  opened,
  open,
}: {
  readonly address: string;
  readonly edges: readonly Edge[];
  readonly title: (id: string) => string;
  readonly opened: readonly string[];
  readonly open: (id: string) => void;
}) {
  const drawn: DrawnEdge[] = [];
  const groups = new Map<string, Edge[]>();
  for (const edge of edges) {
    // Grouped at the end that most edges share.
    const centre = opened.includes(edge.subject) ? edge.subject : edge.object;
    const key = `${centre} ${edge.attributeId} ${edge.subject === centre}`;
    groups.set(key, [...(groups.get(key) ?? []), edge]);
  }
  const texts = new Map<string, string>();
  for (const [key, group] of groups) {
    if (group.length <= OF_A_KIND) {
      for (const one of group)
        drawn.push({
          from: one.subject,
          to: one.object,
          label: title(one.attributeId),
          href: to(proofPage(one.subject, one.attributeId, one.object)),
        });
      continue;
    }
    const [centre = '', id = '', isOut] = key.split(' ');
    texts.set(key, `${group.length} more`);
    drawn.push({
      from: isOut === 'true' ? centre : key,
      to: isOut === 'true' ? key : centre,
      label: title(id),
      href: to(`address/${centre}/relations`),
    });
  }
  const merged = mergedEdges(drawn);
  const all = [...new Set([address, ...merged.flatMap((edge) => [edge.from, edge.to])])];
  const ids = all.slice(0, MOST_NODES);
  const shown = merged.filter((edge) => ids.includes(edge.from) && ids.includes(edge.to));
  const places = placed(ids, shown, address, SIZE);
  // Arrows part towards their far end, and there their labels do not meet.
  const labelled = shown.map((edge) => ({
    ...edge,
    labelAt: edge.from === address ? FAR : edge.to === address ? 1 - FAR : 0.5,
  }));
  const nodes: DrawnNode[] = ids.map((id) => {
    const text = texts.get(id);
    return {
      id,
      ...places.of.get(id)!,
      isSubject: id === address,
      ...(text === undefined ? { href: to(`address/${id}/relations`) } : { text }),
    };
  });
  const closed = ids.filter((id) => !opened.includes(id) && !texts.has(id));
  return (
    <div class="graph">
      <div class="scroll">
        <Drawing
          nodes={nodes}
          edges={labelled}
          width={SIZE.width}
          height={places.height}
          label="Relations of the address. The table below says the same."
        />
      </div>
      {all.length > ids.length && (
        <p class="quiet">
          The drawing has {ids.length} of {grouped(all.length)} boxes. Open the page of an address for the
          others.
        </p>
      )}
      {closed.length > 0 && ids.length < MOST_NODES && (
        <details class="no-print">
          <summary>Add the relations of a neighbour</summary>
          <p class="row">
            {closed.map((id) => (
              <span key={id} class="row">
                <Address address={id} />
                <button type="button" class="small" onClick={() => open(id)}>
                  Add
                </button>
              </span>
            ))}
          </p>
        </details>
      )}
    </div>
  );
}
