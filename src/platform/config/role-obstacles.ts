import type { Role } from './role.js';

interface Surroundings {
  readonly rpcUrls: readonly string[];
  readonly databaseUrl: string | undefined;
  readonly databaseReadUrl: string | undefined;
  readonly embedsNeo4j: boolean;
}

/** Why a process cannot have this role with its other settings, a line each. */
export function roleObstacles(
  role: Role,
  { rpcUrls, databaseUrl, databaseReadUrl, embedsNeo4j }: Surroundings,
): string[] {
  const misplaced =
    databaseReadUrl !== undefined && role !== 'api'
      ? ['DATABASE_READ_URL is for processes that only answer: set ROLE=api, too']
      : [];
  if (role === 'all') return misplaced;
  return [
    ...misplaced,
    ...(rpcUrls.length === 0 ? [`ROLE=${role} is for a real chain: set RPC_URLS, too`] : []),
    ...(databaseUrl === undefined
      ? [`ROLE=${role} shares a database with other processes: set DATABASE_URL, too`]
      : []),
    ...(embedsNeo4j
      ? [`NEO4J=embedded belongs to a process with ROLE=all: set NEO4J_URI to a Neo4j that processes share`]
      : []),
  ];
}
