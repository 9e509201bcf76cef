/** How large a sample is taken: bounded in `npm test`, whole in `npm run test:long`. */
export const bounded = <Sample>(few: Sample, all: Sample): Sample =>
  process.env.LONG_TESTS === undefined ? few : all;
