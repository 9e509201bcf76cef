/** A page of the explorer. The first segments of a path name the page, and the page reads the rest. */
export interface ExplorerPage {
  readonly name: string;
  /** Path below `/explore`; `:name` stands for one segment. */
  readonly path: string;
  readonly title: string;
  /** One sentence about the page, also for readers without JavaScript. */
  readonly says: string;
  /** The API call behind the page, below the chain; `:name` as in the path. */
  readonly call: string;
}

const page = (name: string, path: string, title: string, says: string, call: string): ExplorerPage => ({
  name,
  path,
  title,
  says,
  call,
});

/** All pages. More specific paths come first. */
export const EXPLORER_PAGES: readonly ExplorerPage[] = [
  page('start', '', 'Explorer', 'Look up an address and see what is proven of it.', 'coverage'),
  page(
    'search',
    'search',
    'Search',
    'The addresses that a name or symbol can mean; imitations are marked.',
    'resolve',
  ),
  page('verify', 'verify', 'Check a bundle', 'Checks a proof bundle on your own machine.', 'coverage'),
  page('report', 'report', 'Report', 'Several claims of one address, to be printed.', 'coverage'),
  page(
    'screen',
    'screen',
    'Screening',
    'Risk marks of many addresses in one table.',
    'screening?addresses=0x…,0x…',
  ),
  page('coverage', 'coverage', 'Coverage', 'The covered blocks, family by family, and the gaps.', 'coverage'),
  page('definitions', 'definitions', 'Definitions', 'What can be proven, and how.', 'definitions'),
  page(
    'definition',
    'definitions/:id',
    'Definition',
    'What one definition means and checks.',
    'definitions/:id',
  ),
  page('registries', 'registries', 'Lists', 'The lists that are consulted, with their dates.', 'registries'),
  page(
    'validators',
    'validators',
    'Validators',
    'Queues of validators, and who gets the fees of blocks.',
    'consensus/queues',
  ),
  page('block', 'block/:number', 'Block', 'A block and its transactions.', 'blocks/:number'),
  page(
    'transaction',
    'tx/:hash',
    'Transaction',
    'What a transaction moved and called.',
    'transactions/:hash',
  ),
  page(
    'compare',
    'diff/:address',
    'Compare two blocks',
    'What began, ended and changed between two blocks.',
    'addresses/:address/attributes/history',
  ),
  page(
    'control',
    'control/:address',
    'Who controls this',
    'Owners, admins and modules, up to accounts.',
    'addresses/:address/relations',
  ),
  page('proofHash', 'proof/:hash', 'Proof', 'One proof, its evidence and its check.', 'proofs/:hash'),
  page(
    'relationProof',
    'address/:address/proof/:id/:counterpart',
    'Proof of a relation',
    'One proof, its evidence and its check.',
    'addresses/:address/relations/:id/:counterpart/proof',
  ),
  page(
    'attributeProof',
    'address/:address/proof/:id',
    'Proof of an attribute',
    'One proof, its evidence and its check.',
    'addresses/:address/attributes/:id/proof',
  ),
  page(
    'address',
    'address/:address',
    'Address',
    'What is proven of an address, since when, and how.',
    'addresses/:address/attributes',
  ),
  page(
    'addressTab',
    'address/:address/:tab',
    'Address',
    'What is proven of an address, since when, and how.',
    'addresses/:address/attributes',
  ),
];

/** A page, with the decoded values of its path. */
export interface FoundPage {
  readonly page: ExplorerPage;
  readonly values: Readonly<Record<string, string>>;
}

/** The page of a path. @param path below `/explore/`, percent-encoded, without a slash at either end */
export function findPage(path: string): FoundPage | undefined {
  const given = path.split('/').map(decoded);
  for (const page of EXPLORER_PAGES) {
    const values = valuesOf(page.path.split('/'), given);
    if (values) return { page, values };
  }
  return undefined;
}

function valuesOf(
  segments: readonly string[],
  given: readonly (string | undefined)[],
): Record<string, string> | undefined {
  if (segments.length !== given.length) return undefined;
  const values: Record<string, string> = {};
  for (const [at, segment] of segments.entries()) {
    const value = given[at];
    if (value === undefined) return undefined;
    if (segment.startsWith(':') && value !== '') values[segment.slice(1)] = value;
    else if (segment !== value) return undefined;
  }
  return values;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** The API call behind a page, below the chain. */
export function callBehind({ page, values }: FoundPage): string {
  return page.call
    .split('/')
    .map((segment) =>
      segment.startsWith(':') ? encodeURIComponent(values[segment.slice(1)] ?? '') : segment,
    )
    .join('/');
}
