import { createRequire } from 'node:module';

type Package = typeof import('class-validator');

const part = createRequire(import.meta.url);

// The package as a whole loads 320 modules, with the telephone numbers of all countries, for a tenth of a second at each start.
export const { ValidateBy } = part('class-validator/cjs/decorator/common/ValidateBy.js') as Package;
export const { IsOptional } = part('class-validator/cjs/decorator/common/IsOptional.js') as Package;
export const { IsIn } = part('class-validator/cjs/decorator/common/IsIn.js') as Package;
export const { Matches } = part('class-validator/cjs/decorator/string/Matches.js') as Package;
export const { getMetadataStorage } = part('class-validator/cjs/metadata/MetadataStorage.js') as Package;
export const { Validator } = part('class-validator/cjs/validation/Validator.js') as Package;
