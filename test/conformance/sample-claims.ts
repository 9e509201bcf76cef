import type { Data, ServiceClient } from './service-client.js';

type Sample = Record<string, string | number>;

const NOBODY = `0x${'5a'.repeat(20)}`;
const NO_PROOF = `sha256:${'5a'.repeat(32)}`;
/** Most addresses to ask about. */
const ADDRESSES = 400;

interface Found {
  /** Addresses that between them have every attribute and relation that was found, those with most claims first. */
  readonly addresses: readonly string[];
  readonly attributes: ReadonlyMap<string, string>;
  readonly relations: ReadonlyMap<string, { readonly address: string; readonly counterpart: string }>;
}

/** Addresses that between them have every attribute and relation that was found, those with most claims first, then one without claims. */
export async function sampleAddresses(
  service: ServiceClient,
  blocks: readonly Data[],
): Promise<readonly string[]> {
  return [...(await findClaims(service, blocks)).addresses, NOBODY];
}

/** Samples of addresses, proofs and definitions for each kind of claim found among the addresses of the blocks. */
export async function sampleClaims(
  service: ServiceClient,
  blocks: readonly Data[],
): Promise<Record<string, readonly Sample[]>> {
  const { addresses, attributes, relations } = await findClaims(service, blocks);
  const known = [...addresses, NOBODY].map((address) => ({ address }));
  const both = known.flatMap((sample) => [sample, { ...sample, direction: 'object' }]);
  const attributeProofs = [...attributes].map(([attributeId, address]) => ({ address, attributeId }));
  const relationProofs = [...relations].map(([relationId, claim]) => ({ relationId, ...claim }));
  return {
    getAddressAttributes: known,
    listAddressAttributes: known,
    getAddressAttributesAtBlock: await atBlocks(service, addresses, 'attributes'),
    getAddressAttributeHistory: known,
    getAddressAttributeIntervals: known,
    getAddressControllers: known,
    screenAddresses: [{ addresses: addresses.slice(0, 90).join(',') }],
    getAddressReport: [
      { address: addresses[0]!, claims: [...attributes.keys()].slice(0, 50).join(',') },
      { address: NOBODY, claims: 'asset:nothing', $status: 404 },
    ],
    getEvidence: await evidence(service, attributeProofs),
    explainAttribute: [
      ...attributeProofs,
      { ...attributeProofs[0]!, attributeId: 'asset:nothing', $status: 404 },
    ],
    explainRelation: relationProofs.map(({ address, relationId }) => ({ address, relationId })),
    getAttributeProof: [...attributeProofs, await lapsed(service, addresses)].flat(),
    listAddressRelations: both,
    getAddressRelationsAtBlock: await atBlocks(service, addresses, 'relations'),
    getAddressRelationHistory: both,
    getAddressRelationIntervals: both,
    getRelationProof: [...relationProofs, { ...relationProofs[0]!, counterpart: NOBODY, $status: 404 }],
    getProof: [
      ...(await proofHashes(service, attributeProofs)).map((proofHash) => ({ proofHash })),
      { proofHash: NO_PROOF, $status: await noRecordStatus(service) },
    ],
    listDefinitionSubjects: [...attributes.keys(), ...relations.keys()].map((definitionId) => ({
      definitionId,
    })),
    getRegistry: [{ registryId: 'ofac-sanctions' }, { registryId: 'nothing', $status: 404 }],
    listRegistryEntries: [{ registryId: 'ofac-sanctions' }, { registryId: 'nothing', $status: 404 }],
    getDefinition: [
      ...((await service.data('definitions'))?.definitions ?? []).map(({ id }: Data) => ({
        definitionId: id,
      })),
      { definitionId: 'asset:nothing', $status: 404 },
    ],
  };
}

async function findClaims(service: ServiceClient, blocks: readonly Data[]): Promise<Found> {
  const attributes = new Map<string, string>();
  const relations = new Map<string, { address: string; counterpart: string }>();
  const richness = new Map<string, number>();
  for (const address of await addressesOf(service, blocks)) {
    const proven: string[] = (await service.data(`addresses/${address}/attributes`))?.attributes ?? [];
    const pointed: Data[] = (await service.data(`addresses/${address}/relations?limit=200`))?.relations ?? [];
    const before = attributes.size + relations.size;
    for (const id of proven) if (!attributes.has(id)) attributes.set(id, address);
    for (const { attributeId, counterpart } of pointed)
      if (!relations.has(attributeId)) relations.set(attributeId, { address, counterpart });
    if (attributes.size + relations.size > before) richness.set(address, proven.length + pointed.length);
  }
  const addresses = [...richness].sort(([, a], [, b]) => b - a).map(([address]) => address);
  return { addresses, attributes, relations };
}

async function addressesOf(service: ServiceClient, blocks: readonly Data[]): Promise<string[]> {
  const addresses = new Set<string>();
  for (const { number, txCount, miner } of blocks) {
    if (miner) addresses.add(miner);
    if (txCount === 0) continue;
    const page = await service.data(`blocks/${number}/transactions?limit=100`);
    for (const { from, to, contractAddress } of page?.transactions ?? [])
      for (const address of [contractAddress ?? to, from]) addresses.add(address);
  }
  return [...addresses].slice(0, ADDRESSES);
}

/** First and last blocks of claims, and the last covered block; the block after it is refused. */
async function atBlocks(
  service: ServiceClient,
  addresses: readonly string[],
  what: 'attributes' | 'relations',
): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  let coverageBlock = 0;
  for (const address of addresses) {
    const history = await service.data(`addresses/${address}/${what}/history?limit=1000`);
    const { intervals = [] } = history ?? {};
    for (const { startBlock, endBlock } of intervals.slice(0, 2)) {
      samples.push({ address, block: startBlock });
      if (endBlock !== undefined) samples.push({ address, block: endBlock });
      const there = await service.data(`addresses/${address}/${what}/at/${startBlock}`);
      coverageBlock = Math.max(coverageBlock, there?.coverageBlock ?? 0);
    }
  }
  const ends = [
    { address: NOBODY, block: coverageBlock },
    { address: NOBODY, block: coverageBlock + 1, $status: 422 },
  ];
  return [...samples, ...ends];
}

/** A claim that no longer holds: it has a proof at its first block, and none now. */
async function lapsed(service: ServiceClient, addresses: readonly string[]): Promise<Sample[]> {
  for (const address of addresses) {
    const history = await service.data(`addresses/${address}/attributes/history?limit=1000`);
    const now: string[] = (await service.data(`addresses/${address}/attributes`))?.attributes ?? [];
    const gone = history?.intervals.find(({ attributeId }: Data) => !now.includes(attributeId));
    if (!gone) continue;
    const claim = { address, attributeId: gone.attributeId };
    return [
      { ...claim, block: gone.startBlock },
      { ...claim, $status: 404 },
    ];
  }
  return [];
}

async function proofHashes(
  service: ServiceClient,
  claims: readonly { readonly address: string; readonly attributeId: string }[],
): Promise<string[]> {
  const hashes = [];
  for (const { address, attributeId } of claims)
    hashes.push((await service.data(`addresses/${address}/attributes/${attributeId}/proof`))?.proofHash);
  return hashes.filter((hash) => hash !== undefined);
}

/** One reference to evidence on the chain for each proof. */
async function evidence(
  service: ServiceClient,
  claims: readonly { readonly address: string; readonly attributeId: string }[],
): Promise<Sample[]> {
  const refs = [];
  for (const { address, attributeId } of claims)
    refs.push(
      (await service.data(`addresses/${address}/attributes/${attributeId}/proof`))?.sourceEvidenceRefs[0],
    );
  return refs.filter((ref) => ref !== undefined && !ref.startsWith('binding:')).map((ref) => ({ ref }));
}

/** 422 while a family has gaps, since a proof may exist there; 404 otherwise. */
async function noRecordStatus(service: ServiceClient): Promise<number> {
  const families: Data[] = (await service.data('coverage'))?.families ?? [];
  return families.some(({ kind, gaps }) => ['attribute', 'relation'].includes(kind) && gaps.length > 0)
    ? 422
    : 404;
}
