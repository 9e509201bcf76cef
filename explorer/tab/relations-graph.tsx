import type { ComponentChildren } from 'preact';
import { proofPage } from '../app/claims.js';
import { useAsOf } from '../app/context.js';
import { to } from '../app/location.js';
import { mayBeginEarlier } from '../claim/coverage.js';
import { type Edge, MOST_BOXES, relationGraph } from '../claim/relation-graph.js';
import type { DrawnNode } from '../part/box.js';
import { Drawing } from '../part/drawing.js';
import type { DrawnEdge } from '../part/drawn-edge.js';
import { grouped } from '../text/amount.js';
import { placed } from './graph-layout.js';

const SIZE = { width: 1100, height: 460 } as const;
/** Where a label is on an arrow to or from the address in the middle: arrows part there, and labels do not meet. */
const FAR = 0.68;

/** Relations that hold as boxes and arrows. A box that is chosen adds its relations, and then leads to its page. */
export function RelationsGraph({
  edges,
  title,
  opened,
  open,
  children,
}: {
  readonly edges: readonly Edge[];
  readonly title: (id: string) => string;
  /** Addresses whose relations are among the edges; that of the page is the first. */
  readonly opened: readonly string[];
  readonly open: (address: string) => void;
  readonly children: ComponentChildren;
}) {
  const { coverage } = useAsOf();
  const [centre = ''] = opened;
  const { boxes, arrows, wanted } = relationGraph(edges, opened);
  const isFull = boxes.length >= MOST_BOXES;
  const places = placed(
    boxes.map(({ id }) => id),
    arrows,
    centre,
    SIZE,
  );
  const since = (one: Edge) =>
    `since ${grouped(one.startBlock)}${mayBeginEarlier(one, coverage) ? ' or earlier' : ''}`;
  // One relation has room for two rows.
  const said = (one: Edge, _: number, { length }: readonly Edge[]) => ({
    text: `${title(one.attributeId)}${length === 1 ? '\n' : ', '}${since(one)}`,
    href: to(proofPage(one.subject, one.attributeId, one.object)),
  });
  const pageOf = (address: string) =>
    address === centre ? '#relations-table' : to(`address/${address}/relations`);
  const nodes = boxes.map(({ id, rest }): DrawnNode => {
    const place = places.of.get(id)!;
    if (rest)
      return {
        id,
        ...place,
        text: `${grouped(rest.count)} more`,
        note: title(rest.attributeId),
        href: pageOf(rest.of),
      };
    const isOpened = opened.includes(id);
    return {
      id,
      ...place,
      isSubject: id === centre,
      href: to(`address/${id}/relations`),
      ...(!isOpened && !isFull && { act: { says: 'add its relations', run: () => open(id) } }),
    };
  });
  const drawn = arrows.map(
    ({ from, to: end, edges: between, rest }): DrawnEdge => ({
      from,
      to: end,
      lines: rest ? [{ text: title(rest.attributeId), href: pageOf(rest.of) }] : between.map(said),
      labelAt: from === centre ? FAR : end === centre ? 1 - FAR : 0.5,
    }),
  );
  return (
    <div class="graph">
      <Drawing
        nodes={nodes}
        edges={drawn}
        width={SIZE.width}
        height={places.height}
        label="Relations that hold, as boxes and arrows. The table says the same."
      />
      <p class="quiet">
        {isFull
          ? `The drawing has ${grouped(boxes.length)} of ${grouped(wanted)} boxes, and takes no more. A box leads to the page of its address.`
          : 'A box adds the relations of its address. Chosen again, it leads to the page of the address.'}{' '}
        An arrow leads to its proof.
      </p>
      {children}
    </div>
  );
}
