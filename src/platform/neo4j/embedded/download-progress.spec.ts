import { expect, it } from '@jest/globals';
import { DownloadProgress } from './download-progress.js';

const CENTRAL = 'https://repo.maven.apache.org/maven2/org/neo4j';

it('tells what Maven has downloaded by what it writes', () => {
  const progress = new DownloadProgress();
  for (const line of [
    '[INFO] Scanning for projects...',
    `[INFO] Downloading from central: ${CENTRAL}/neo4j-kernel/5.26.0/neo4j-kernel-5.26.0.jar`,
    `[INFO] Downloaded from central: ${CENTRAL}/neo4j-kernel/5.26.0/neo4j-kernel-5.26.0.jar (4.5 MB at 9.8 MB/s)`,
    `[INFO] Downloaded from central: ${CENTRAL}/neo4j/5.26.0/neo4j-5.26.0.pom (8.1 kB at 80 kB/s)`,
    `[INFO] Downloaded from central: ${CENTRAL}/neo4j-lucene/5.26.0/neo4j-lucene-5.26.0.jar (750 kB at 4.1 MB/s)`,
    `[INFO] Downloaded from central: ${CENTRAL}/a.sha1 (40 B at 400 B/s)`,
  ])
    progress.note(line);
  expect(progress.megabytes).toBe(5);
});
