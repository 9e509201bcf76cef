export type Sample = readonly number[];

/** Welch's t of two samples: how many standard errors their means are apart. */
export function welchT(one: Sample, other: Sample): number {
  const [a, b] = [moments(one), moments(other)];
  return (a.mean - b.mean) / Math.sqrt(a.variance / one.length + b.variance / other.length);
}

function moments(sample: Sample): { readonly mean: number; readonly variance: number } {
  const mean = sample.reduce((sum, value) => sum + value, 0) / sample.length;
  const squares = sample.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, variance: squares / (sample.length - 1) };
}
