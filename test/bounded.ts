/** Chooses a sample: the bounded one in `npm test`, the whole one in `npm run test:long`. */
export const bounded = <Sample>(few: Sample, all: Sample): Sample =>
  process.env.LONG_TESTS === undefined ? few : all;
