// What the table of imports cannot see: rooms that must not read the clock, roll dice or reach the network through
// globals, and HTTP words outside the HTTP room.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PURE_ROOMS } from './pure-rooms.mjs';

const root = join(import.meta.dirname, '..');
const RULES = [
  {
    rooms: new RegExp(`^(${PURE_ROOMS.join('|')})/`),
    words:
      /\b(Date\.now|new Date\(\)|performance\.now|Math\.random|randomBytes|randomUUID|randomInt|fetch\()/,
    says: 'a pure room has no clock, no randomness and no network',
  },
  {
    rooms: /^(?!api\/http\/)/,
    words:
      /\b(HttpException|HttpStatus|(BadRequest|NotFound|Conflict|Forbidden|Unauthorized|InternalServerError)Exception)\b/,
    says: 'HTTP exceptions and status numbers live in api/http',
  },
];

const files = readdirSync(join(root, 'src'), { recursive: true })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts') && !/\.[a-z0-9-]*spec\.ts$/.test(name));
let found = 0;
for (const file of files) {
  const rules = RULES.filter(({ rooms }) => rooms.test(file));
  const lines = readFileSync(join(root, 'src', file), 'utf8').split('\n');
  for (const [at, line] of lines.entries()) {
    const broken = rules.find(({ words }) => words.test(line));
    if (broken === undefined) continue;
    found++;
    console.error(`src/${file}:${at + 1}: ${line.trim()}\n  ${broken.says}`);
  }
}
if (found > 0) process.exit(1);
