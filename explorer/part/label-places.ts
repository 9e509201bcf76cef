interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle by its centre. */
interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** A label that lies on the way from one point to another. */
interface Label {
  readonly start: Point;
  readonly end: Point;
  readonly width: number;
  readonly height: number;
  /** Where on the way it is best, from 0 to 1. */
  readonly at: number;
}

/** Places on the way that a label may take. */
const PLACES = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8];

/** The centre of each label on its way, where it covers least of boxes and of labels before it. */
export function labelPlaces(labels: readonly Label[], boxes: readonly Box[]): readonly Point[] {
  const taken: Box[] = [...boxes];
  return labels.map(({ start, end, width, height, at }) => {
    const places = [at, ...PLACES.toSorted((one, other) => Math.abs(one - at) - Math.abs(other - at))].map(
      (part) => ({
        x: start.x + (end.x - start.x) * part,
        y: start.y + (end.y - start.y) * part,
        width,
        height,
      }),
    );
    const covered = places.map((place) => taken.reduce((sum, box) => sum + common(place, box), 0));
    const best = places[covered.indexOf(Math.min(...covered))]!;
    taken.push(best);
    return best;
  });
}

/** Area that two rectangles have in common. */
function common(one: Box, other: Box): number {
  const width = (one.width + other.width) / 2 - Math.abs(one.x - other.x);
  const height = (one.height + other.height) / 2 - Math.abs(one.y - other.y);
  return (
    Math.max(0, Math.min(width, one.width, other.width)) *
    Math.max(0, Math.min(height, one.height, other.height))
  );
}
