#!/usr/bin/env node
import { cacheCompiledCode } from './cli/command/cache-compiled-code.js';
import { letHeapDouble } from './platform/process/let-heap-double.js';

cacheCompiledCode();
letHeapDouble();

// After the cache is on, which serves only what is loaded later.
await import('./cli/main.js');
